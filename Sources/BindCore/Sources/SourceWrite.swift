import BindGraph

/// Writes to a source that wait for the end of the running callback, and what is known of the outside that is shown with
/// them.
final class SourceWrite: PendingWrite {
  private let source: SourceCell
  /// The value written last, and the functions that came after it.
  private var written: Value?
  private var changes: [SourceParts.Change] = []
  /// Of the values written.
  private var completions: [(Failure?) -> Void] = []
  /// What the transaction around this one has written.
  private let outer: SourceWrite?
  /// Shows what was learned meanwhile.
  private var news: (() -> Void)?
  /// `expected`, as far as it is known.
  private var lastExpected: Value?

  init(_ source: SourceCell, cause: CauseID, over outer: SourceWrite?) {
    self.source = source
    self.outer = outer
    super.init(target: source, cause: cause)
  }

  override var targetName: String { source.name }
  override var writesSomething: Bool { written != nil || !changes.isEmpty }
  override var mayLose: Bool { writesSomething }

  override func forEachNode(_ body: (NodeID) -> Void) { body(source.node) }

  override func apply(in engine: Engine) {
    // One change: what is shown at once lies over what was learned.
    let isCovered = writesSomething && source.showsAtOnce
    if !isCovered { news?() }
    if writesSomething {
      engine.caused(by: cause) { source.startHeld(SourceParts(written, changes, completions, in: engine)) }
    }
    if isCovered { news?() }
  }

  override var canReturn: Bool { source.comparesValues }
  override func reminder() -> Reminder? { source.reminder }

  /// - Parameter result: what there will be with it, if that was asked: `Engine.checkApplies`.
  fileprivate func add(_ operation: WriteQueue.Operation, _ completion: ((Failure?) -> Void)?, giving result: Value?) {
    lastExpected = result
    switch operation {
    case .set(let value):
      overwrite(with: value)
      if let completion { completions.append(completion) }
    case .change(let change): changes.append(SourceParts.Change(apply: change, completion: completion))
    }
  }

  /// Whoever awaits what is written over hears what becomes of the whole.
  private func overwrite(with value: Value) {
    completions += changes.compactMap(\.completion)
    (written, changes) = (value, [])
  }

  fileprivate func add(news: @escaping () -> Void) {
    self.news = news
    lastExpected = nil
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? SourceWrite else { return }
    if let value = later.written { overwrite(with: value) }
    changes += later.changes
    completions += later.completions
    news = later.news ?? news
    lastExpected = later.lastExpected
    cause = later.cause
  }

  override func seen() throws(Failure) -> Value? { try value() }
  override var replaces: Bool { written != nil || outer?.replaces ?? false }

  /// A transaction of a callback raises where it stands.
  override func check() throws(Failure) {
    if changes.isEmpty || source.hasWritesUnderWay { return }
    guard var value = try base(hasNews: false) else { return }
    for change in changes { value = try source.engine.result(of: change.apply, on: value) }
  }

  /// The source as the writing callback sees it; nil where nothing is known of it and nothing was written.
  func value() throws(Failure) -> Value? {
    let base = try base(hasNews: false)
    if changes.isEmpty { return base }
    var value = base ?? .nil
    for change in changes {
      let base = value
      value = try source.engine.result(of: change.apply, on: base)
    }
    return value
  }

  private func base(hasNews: Bool) throws(Failure) -> Value? {
    if let written { return written }
    guard let outer else { return hasNews || news != nil ? source.known : source.stored }
    guard hasNews || news != nil else { return try outer.value() }
    var value = try outer.base(hasNews: true)
    for change in outer.changes {
      let base = value ?? .nil
      value = try source.engine.result(of: change.apply, on: base)
    }
    return value
  }

  /// The source as the writing callback sees it, where what cannot be applied has failed alone.
  fileprivate var expected: Value? {
    if let lastExpected { return lastExpected }
    let known = news == nil && written == nil ? outer?.expected : nil
    guard let base = known ?? (try? base(hasNews: false)) ?? nil else { return nil }
    lastExpected = changes.reduce(base) { value, change in
      (try? source.engine.result(of: change.apply, on: value)) ?? value
    }
    return lastExpected
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

  /// What has been learned of the outside in a callback or transaction: whoever runs there sees it, all others with the
  /// commit. It stands whatever becomes of that.
  func hold(news tell: @escaping () -> Void, of source: SourceCell) {
    let overlay = overlayForWriting()
    noteWrite(in: overlay)
    overlay.ownWrite(to: source, in: graph) { SourceWrite(source, cause: cause, over: $0) }.add(news: tell)
    for (cell, value) in source.status { show(value, in: cell) }
    overlay.note(NotedWrite(stands: true) { [unowned self] in hold(news: tell, of: source) })
  }

  /// A function that cannot be applied to what stands there fails where it is written, unless others may write before it is
  /// applied: what an observer writes is held as a function, and looked at only where it is an edit (`Cell.edit`).
  /// - Returns: what the running callback sees with it; nil where nothing is known yet.
  func checkApplies(_ change: (Value) throws(Failure) -> Value, in source: SourceCell) throws(Failure) -> Value? {
    let write = overlay?.write(to: source) as? SourceWrite
    let isHeld = heldOverlay != nil
    if isHeld, !judgesFunctions || mayDiffer(from: [source]) { return nil }
    guard let base = write == nil ? source.stored : write?.expected else { return nil }
    do throws(Failure) {
      let applied = try result(of: change, on: base)
      return isHeld ? nil : applied
    } catch {
      // What is under way may make it fit.
      if source.hasWritesUnderWay { return nil }
      throw error
    }
  }

  /// - Parameter result: see `checkApplies`.
  func hold(
    _ operation: WriteQueue.Operation, _ completion: ((Failure?) -> Void)?, giving result: Value?, in source: SourceCell
  ) {
    let overlay = overlayForWriting()
    noteWrite(in: overlay)
    let cause = recordWrite(to: source)
    let write = overlay.ownWrite(to: source, in: graph) { SourceWrite(source, cause: cause, over: $0) }
    write.add(operation, completion, giving: result)
    write.cause = cause
  }
}
