import BindGraph

/// Writes to a source that wait for the end of the running callback.
final class SourceWrite: PendingWrite {
  private let source: SourceCell
  /// The value written last, and the functions that came after it.
  private var written: Value?
  private var changes: [(Value) throws(Failure) -> Value] = []
  private var completions: [(Failure?) -> Void] = []
  /// What the transaction around this one has written.
  private let outer: SourceWrite?

  init(_ source: SourceCell, cause: CauseID, over outer: SourceWrite?) {
    self.source = source
    self.outer = outer
    super.init(target: source, cause: cause)
  }

  override var targetName: String { source.name }

  override func forEachNode(_ body: (NodeID) -> Void) { body(source.node) }

  override func apply(in engine: Engine) {
    let outer = engine.cause
    engine.cause = cause
    defer { engine.cause = outer }
    let completions = completions
    source.startHeld(
      operation, completions.isEmpty ? nil : { failure in for completion in completions { completion(failure) } })
  }

  /// All of it is one write.
  private var operation: WriteQueue.Operation {
    let (written, changes) = (written, changes)
    let change: (Value) throws(Failure) -> Value = { base throws(Failure) in
      var value = written ?? base
      for change in changes { value = try change(value) }
      return value
    }
    guard let written else { return .change(change) }
    do throws(Failure) {
      return .set(try source.engine.result(of: change, on: written))
    } catch {
      return .change(change)  // it will fail as any other
    }
  }

  fileprivate func add(_ operation: WriteQueue.Operation, _ completion: ((Failure?) -> Void)?) {
    switch operation {
    case .set(let value): (written, changes) = (value, [])
    case .change(let change): changes.append(change)
    }
    if let completion { completions.append(completion) }
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? SourceWrite else { return }
    if let value = later.written { (written, changes) = (value, []) }
    changes += later.changes
    completions += later.completions
    cause = later.cause
  }

  override func seen() throws(Failure) -> Value? { try value() }
  override var replaces: Bool { written != nil || outer?.replaces ?? false }

  /// The source as the writing callback sees it.
  func value() throws(Failure) -> Value {
    var value = source.stored ?? .nil
    if let written { value = written } else if let outer { value = try outer.value() }
    for change in changes {
      let base = value
      value = try source.engine.result(of: change, on: base)
    }
    return value
  }
}

/// A question to the outside that waits for the end of the running callback.
private final class SourceRefresh: PendingWrite {
  private let source: SourceCell

  init(_ source: SourceCell, _ life: SourceLife, cause: CauseID) {
    self.source = source
    super.init(target: life, cause: cause)
  }

  override func apply(in engine: Engine) {
    engine.beginAfterWave(by: cause) { [weak source] in source?.refresh() }
  }

  override func absorb(_ later: PendingWrite) { cause = later.cause }
}

extension Engine {
  func holdRefresh(of source: SourceCell, _ life: SourceLife, cause: CauseID) {
    let overlay = overlayForWriting()
    if overlay.ownWrite(to: life) == nil { overlay.add(SourceRefresh(source, life, cause: cause)) }
  }

  func hold(
    _ operation: WriteQueue.Operation, _ completion: ((Failure?) -> Void)?, in source: SourceCell
  ) {
    let overlay = overlayForWriting()
    noteWrite(in: overlay)
    let cause = recordWrite(to: source)
    let write = overlay.ownWrite(to: source, in: graph) { SourceWrite(source, cause: cause, over: $0) }
    write.add(operation, completion)
    write.cause = cause
  }
}
