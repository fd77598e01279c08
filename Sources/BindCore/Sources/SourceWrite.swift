import BindGraph

/// Writes to a source that wait for the end of the running callback, and what is known of the outside that is shown with
/// them.
final class SourceWrite: PendingWrite {
  private let source: SourceCell
  /// The value written last, and the functions that came after it.
  private var written: Value?
  private var changes: [SourceParts.Change] = []
  /// Where that is written, while somebody asks.
  private var places: [Cell] = []
  /// Of the values written.
  private var completions: [(Failure?) -> Void] = []
  /// All of that, one after the other.
  private var history: [SourceParts.Asked] = []
  /// What the transaction around this one has written.
  private let outer: SourceWrite?
  /// Shows what was learned meanwhile.
  private var news: (() -> Void)?
  /// What its writer sees, as far as it has been worked out.
  private var preview: Preview?
  private var isLooking = false
  /// It waits to be worked out: `UnseenWrites`.
  fileprivate var isUnseen = false

  /// What there is with the first of some changes, each of which was applied once, however often its writer looks.
  private struct Preview {
    /// nil where nothing is known and nothing was written.
    var value: Value?
    /// It is made of something.
    let isKnown: Bool
    /// How many of the changes are in it.
    var count = 0
    /// Of the first one that could not be applied: it has failed alone.
    var failure: Failure?

    init(of value: Value?) { (self.value, isKnown) = (value, value != nil) }

    mutating func add(_ change: (Value) throws(Failure) -> Value, in engine: Engine) {
      do throws(Failure) { value = try engine.result(of: change, on: value ?? .nil) } catch {
        failure = failure ?? error
      }
      count += 1
    }
  }

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
      engine.caused(by: cause) {
        source.startHeld(SourceParts(written, changes, completions, of: history, to: source), at: places)
      }
    }
    if isCovered { news?() }
  }

  override var canReturn: Bool { source.comparesValues }
  override func reminder() -> Reminder? { source.reminder }

  /// - Parameter result: what there will be with it, if that was asked: `Engine.checkApplies`.
  fileprivate func add(
    _ asked: SourceParts.Asked, _ completion: ((Failure?) -> Void)?, giving result: Value?, at place: Cell?
  ) {
    if let place { places.append(place) }
    note(asked)
    switch asked.operation {
    case .set(let value):
      overwrite(with: value)
      if let completion { completions.append(completion) }
    case .change(let change):
      if let result {
        preview = look()
        preview?.value = result
        preview?.count += 1
      }
      changes.append(SourceParts.Change(apply: change, binding: asked.binding, completion: completion))
    }
  }

  /// Of one value after the other the last one is what is written.
  private func note(_ asked: SourceParts.Asked) {
    if case .set = asked.operation, asked.writer == nil, let last = history.last, case .set = last.operation,
      last.writer == nil, last.hand === asked.hand
    {
      history.removeLast()
    }
    history.append(asked)
  }

  /// Whoever awaits what is written over hears what becomes of the whole.
  private func overwrite(with value: Value) {
    completions += changes.compactMap(\.completion)
    (written, changes, preview) = (value, [], nil)
  }

  fileprivate func add(news: @escaping () -> Void) {
    (self.news, preview) = (news, nil)
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? SourceWrite else { return }
    if let value = later.written { overwrite(with: value) }
    if let seen = later.preview {
      preview = seen
      preview?.count += changes.count
    } else if later.news != nil {
      preview = nil
    }
    changes += later.changes
    for asked in later.history { note(asked) }
    completions += later.completions
    places += later.places
    news = later.news ?? news
    cause = later.cause
  }

  override func seen() throws(Failure) -> Value? { try value() }
  override var replaces: Bool { written != nil || outer?.replaces ?? false }

  /// A transaction of a callback raises where it stands.
  override func check() throws(Failure) {
    if changes.isEmpty || source.hasWritesUnderWay { return }
    source.engine.overlay?.bringUpToDate(in: source.engine)
    let seen = look()
    guard seen.isKnown, let value = seen.value else { return }
    if let failure = seen.failure { throw failure }
    try source.askChecks(value)
  }

  /// The source as the writing callback sees it; nil where nothing is known of it and nothing was written.
  func value() throws(Failure) -> Value? {
    let seen = look()
    guard let failure = seen.failure else { return seen.value }
    preview?.failure = failure.withoutStop
    throw failure
  }

  /// The same, where what cannot be applied has failed alone; nil also for what is made of nothing.
  fileprivate var expected: Value? {
    let seen = look()
    return seen.isKnown ? seen.value : nil
  }

  func bringUpToDate() { _ = look() }

  /// The overlay has been brought up to date: what is written around it is worked out there.
  private func look() -> Preview {
    var seen = preview ?? base
    // A function that looks at what it changes finds what was there before.
    if isLooking { return seen }
    isLooking = true
    defer { isLooking = false }
    if preview == nil, news != nil, written == nil, seen.isKnown {
      for change in outer?.changesInAll ?? [] { work(change, on: &seen) }
      seen.count = 0
    }
    preview = seen
    // Where nothing is known nothing is seen of what would be made of it.
    while seen.isKnown, seen.count < changes.count { work(changes[seen.count], on: &seen) }
    return seen
  }

  private func work(_ change: SourceParts.Change, on seen: inout Preview) {
    preview = seen
    seen.add(change.apply, in: source.engine)
    preview = seen
    // What the function has read is made of what was there before.
    source.engine.overlay?.invalidateSpeculations()
  }

  /// What its changes are made of. What the transactions around have written lies over what is learned here.
  private var base: Preview {
    if let written { return Preview(of: written) }
    if news != nil { return Preview(of: outer?.writtenInAll ?? source.known) }
    guard let outer else { return Preview(of: source.stored) }
    var seen = outer.look()
    seen.count = 0
    return seen
  }

  /// With what the transactions around have written.
  private var writtenInAll: Value? { written ?? outer?.writtenInAll }
  private var changesInAll: [SourceParts.Change] { (written == nil ? outer?.changesInAll ?? [] : []) + changes }

  /// What is made of something else that may stand there by then.
  func made(of base: Value) -> Value {
    var seen = Preview(of: written ?? outer?.made(of: base) ?? base)
    for change in changes { seen.add(source.judged(change.apply), in: source.engine) }
    return seen.value ?? base
  }
}

/// Writes to sources of which not all is worked out for their writer, each once, in their order.
struct UnseenWrites {
  private var writes: [SourceWrite] = []
  private var position = 0

  var isEmpty: Bool { writes.isEmpty }

  mutating func add(_ write: SourceWrite) {
    if write.isUnseen { return }
    write.isUnseen = true
    writes.append(write)
  }

  mutating func next() -> SourceWrite? {
    guard position < writes.count else {
      (writes, position) = ([], 0)
      return nil
    }
    let write = writes[position]
    position += 1
    write.isUnseen = false
    return write
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
    let write = overlay.ownWrite(to: source, in: graph) { SourceWrite(source, cause: cause, over: $0) }
    write.add(news: tell)
    overlay.lookLater(at: write)
    for (cell, value) in source.status { show(value, in: cell) }
    overlay.note(NotedWrite(stands: true) { [unowned self] in hold(news: tell, of: source) })
  }

  /// A function that can be applied neither to what stands there nor to what is under way fails where it is written, unless others
  /// may write before it is applied: what an observer writes is held as a function, and looked at only where it is an edit
  /// (`Cell.edit`), or where what it makes may be refused.
  /// - Returns: what the running callback sees with it; nil where nothing is known yet, and where nobody asks.
  func checkApplies(_ change: (Value) throws(Failure) -> Value, in source: SourceCell) throws(Failure) -> Value? {
    let isHeld = heldOverlay != nil
    let isAsked = mode == .deferred && (!isHeld || judgesFunctions) || !source.checks.isEmpty
    if !isAsked || isHeld && mayDiffer(from: [source]) { return nil }
    overlay?.bringUpToDate(in: self)
    let write = overlay?.write(to: source) as? SourceWrite
    guard let base = write == nil ? source.stored : write?.expected else { return nil }
    do throws(Failure) { return try result(of: change, on: base) } catch {
      guard source.hasWritesUnderWay else { throw error }
      if let coming = source.coming { _ = try result(of: change, on: write?.made(of: coming) ?? coming) }
      return nil
    }
  }

  /// - Parameters:
  ///   - result: see `checkApplies`.
  ///   - place: in the source, or that itself, where somebody asks.
  func hold(
    _ asked: SourceParts.Asked, _ completion: ((Failure?) -> Void)?, giving result: Value?, at place: Cell?,
    in source: SourceCell
  ) {
    let overlay = overlayForWriting()
    noteWrite(in: overlay)
    let cause = recordWrite(to: source)
    let write = overlay.ownWrite(to: source, in: graph) { SourceWrite(source, cause: cause, over: $0) }
    write.add(asked, completion, giving: result, at: place)
    if result == nil { overlay.lookLater(at: write) }
    write.cause = cause
  }
}
