/// What one callback or transaction writes to a source, or bindings in one wave: one write, of which a part that cannot be applied fails alone.
final class SourceParts {
  struct Change {
    /// It is judged when it is applied.
    let apply: (Value) throws(Failure) -> Value
    /// The one that delivers it, if one does.
    let binding: Binding?
    let completion: ((Failure?) -> Void)?
  }

  /// A part that could not be applied, and that nobody awaits.
  struct Unheard {
    let part: Int
    let binding: Binding?
    let failure: Failure
    var isAway: Bool { binding != nil && failure.isOfPlaceAway }
  }

  /// What by hand or by a binding was asked for.
  struct Asked {
    let operation: WriteQueue.Operation
    /// Where.
    let place: Cell
    /// The binding or link that delivers it.
    var binding: Binding?
    /// Of a one-way binding that asks for it.
    var writer: Writer?
    /// Who had something there then, but for what conditional bindings ask for; what is written by hand knows who of those had let go.
    var holders: [TargetClaims] = []
    /// By hand: what the place holds from now on, and not what a function makes of it.
    var isGiven = false
    var hand: HandWrite?
    /// A history asks for it, and leads what is there without bindings to that.
    var move: ((Value) -> Value)?

    enum Writer {
      /// What is there without it is another value.
      case conditional
      case unconditional
    }
  }

  private var written: Value?
  private var changes: [Change]
  private var completions: [(Failure?) -> Void]
  /// All of it one after the other, and what bindings have asked for.
  private var history: [Asked]
  private unowned let source: SourceCell
  /// The parts that could not be applied last, by their place.
  private var lastFailures: [Int: Failure] = [:]
  /// The same when it was sent or confirmed: where it is shown in between says nothing of how it ends.
  private var failures: [Int: Failure] = [:]

  /// - Parameters:
  ///   - written: what the changes are made of; nil: what stands there by then.
  ///   - completions: of those who have written `written`.
  init(
    _ written: Value?, _ changes: [Change], _ completions: [(Failure?) -> Void], of history: [Asked],
    to source: SourceCell
  ) {
    (self.written, self.changes, self.completions) = (written, changes, completions)
    (self.history, self.source) = (history, source)
  }

  /// - Parameter completion: of whoever awaits it.
  convenience init(_ asked: Asked, _ completion: ((Failure?) -> Void)? = nil, to source: SourceCell) {
    switch asked.operation {
    case .set(let value): self.init(value, [], completion.map { [$0] } ?? [], of: [asked], to: source)
    case .change(let change):
      self.init(
        nil, [Change(apply: change, binding: asked.binding, completion: completion)], [], of: [asked], to: source)
    }
  }

  /// What a binding makes of it besides. Whoever awaits what that covers is told how all of it ends.
  func add(_ asked: Asked) {
    history.append(asked)
    switch asked.operation {
    case .set(let value):
      completions += changes.compactMap(\.completion)
      (written, changes) = (value, [])
    case .change(let change): changes.append(Change(apply: change, binding: asked.binding, completion: nil))
    }
  }

  /// The part that was asked for last, unless that is all of it.
  var lastPart: Int? { changes.isEmpty ? nil : changes.endIndex - 1 }

  /// Why that part has failed although the write has not.
  func failure(of part: Int) -> Failure? { failures[part] }

  /// The same as it was applied last.
  func lastFailure(of part: Int) -> Failure? { failures[part] ?? lastFailures[part] }

  /// That part has found no place where the write was applied last.
  func hasFoundNoPlace(_ part: Int) -> Bool {
    lastFailure(of: part)?.isOfPlaceAway ?? false
  }

  /// Only conditional bindings have asked for it.
  var isOfConditions: Bool { history.allSatisfy { $0.writer == .conditional } }

  /// Conditional bindings have asked for some of it.
  var hasConditions: Bool { history.contains { $0.writer == .conditional } }

  /// Something there, in it or around it, is asked for.
  /// - Parameter byConditions: false: by others than conditional bindings.
  func concerns(_ place: Cell, byConditions: Bool = true) -> Bool {
    history.contains { (byConditions || $0.writer != .conditional) && !$0.place.isApart(from: place) }
  }

  var hasSeveral: Bool { history.count > 1 }

  /// One-way bindings alone have asked for it.
  var isDelivered: Bool { history.allSatisfy { $0.writer != nil } }

  /// What one-way bindings have asked for.
  var placesDelivered: [Cell] { history.filter { $0.writer != nil }.map(\.place) }

  /// What each of them has made of what stood there.
  func steps(from base: Value?) -> [SourceBase.Step] {
    var steps: [SourceBase.Step] = []
    var value = base
    for asked in history {
      var new: Value?
      switch asked.operation {
      case .set(let given): new = given
      case .change(let change):
        // What it is made of is not known.
        if let value { new = try? source.engine.result(of: source.judged(change), on: value) }
      }
      guard let new else { continue }
      steps.append(SourceBase.Step(old: value, new: new, asked: asked))
      value = new
    }
    return steps
  }

  var operation: WriteQueue.Operation {
    if let written, let value = try? applied(to: written) { return .set(value) }
    return .change { [self] base throws(Failure) in try applied(to: base) }
  }

  /// - Throws: what the first part throws, where none can be applied.
  private func applied(to base: Value) throws(Failure) -> Value {
    var value = base
    lastFailures = [:]
    for (part, change) in changes.enumerated() {
      let before = value
      do throws(Failure) { value = try source.engine.result(of: source.judged(change.apply), on: before) } catch {
        lastFailures[part] = error
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

  /// None could be applied.
  var haveAllFailed: Bool { written == nil && !changes.isEmpty && lastFailures.count == changes.count }

  /// Those that have failed and that nobody awaits.
  var unheard: [Unheard] {
    (haveAllFailed ? lastFailures : failures).sorted { $0.key < $1.key }.compactMap { part, failure in
      let change = changes[part]
      return change.completion == nil ? Unheard(part: part, binding: change.binding, failure: failure) : nil
    }
  }
}
