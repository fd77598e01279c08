/// What one callback or transaction writes to a source, or bindings in one wave: one write, of which a part that cannot be applied fails alone.
final class SourceParts {
  struct Change {
    /// It is judged when it is applied.
    let apply: (Value) throws(Failure) -> Value
    let completion: ((Failure?) -> Void)?
  }

  private let written: Value?
  private let changes: [Change]
  private let completions: [(Failure?) -> Void]
  private unowned let source: SourceCell
  /// The parts that could not be applied last, by their place.
  private var lastFailures: [Int: Failure] = [:]
  /// The same when it was sent or confirmed: where it is shown in between says nothing of how it ends.
  private var failures: [Int: Failure] = [:]

  /// - Parameters:
  ///   - written: what the changes are made of; nil: what stands there by then.
  ///   - completions: of those who have written `written`.
  init(_ written: Value?, _ changes: [Change], _ completions: [(Failure?) -> Void], of source: SourceCell) {
    (self.written, self.changes, self.completions, self.source) = (written, changes, completions, source)
  }

  convenience init(_ operation: WriteQueue.Operation, of source: SourceCell) {
    switch operation {
    case .set(let value): self.init(value, [], [], of: source)
    case .change(let change): self.init(nil, [Change(apply: change, completion: nil)], [], of: source)
    }
  }

  /// The same and what a binding makes of it. Whoever awaits what that covers is told how all of it ends.
  func adding(_ operation: WriteQueue.Operation) -> SourceParts {
    switch operation {
    case .set(let value):
      SourceParts(value, [], completions + changes.compactMap(\.completion), of: source)
    case .change(let change):
      SourceParts(written, changes + [Change(apply: change, completion: nil)], completions, of: source)
    }
  }

  var operation: WriteQueue.Operation {
    if let written, let value = try? applied(to: written) { return .set(value) }
    return .change { [self] base throws(Failure) in try applied(to: base) }
  }

  /// - Throws: what the first part throws, where none can be applied.
  private func applied(to base: Value) throws(Failure) -> Value {
    var value = base
    lastFailures = [:]
    for (place, change) in changes.enumerated() {
      let before = value
      do throws(Failure) { value = try source.engine.result(of: source.judged(change.apply), on: before) } catch {
        lastFailures[place] = error
      }
    }
    if written == nil, lastFailures.count == changes.count, let failure = lastFailures[0] { throw failure }
    return value
  }

  /// What it was applied to last counts.
  func noteMade() { failures = lastFailures }

  /// Tells whoever awaits it what has become of it; nil where nobody does.
  var completion: ((Failure?) -> Void)? {
    if completions.isEmpty, changes.allSatisfy({ $0.completion == nil }) { return nil }
    return { [self] failure in
      for completion in completions { completion(failure) }
      for (place, change) in changes.enumerated() { change.completion?(failure ?? failures[place]) }
    }
  }

  /// The parts that have failed although the write has not, and that nobody awaits.
  var unheard: [Failure] {
    failures.sorted { $0.key < $1.key }.filter { changes[$0.key].completion == nil }.map(\.value)
  }
}
