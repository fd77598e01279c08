package import BindGraph

/// What a source does outside. Each call ends with one call of its completion, at once or later, unless it is called off
/// first.
package protocol SourceWork: WriteWork {
  var canGet: Bool { get }
  var canSet: Bool { get }
  func get(_ completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun?
}

/// A cell over something outside: `bh.source`.
///
/// Reads give the last known value; within a wave it does not change. A write is confirmed by the other side before it
/// becomes the base; optimistic ones are shown meanwhile.
package final class SourceCell: LeafCell, WriteRunnerOwner, SourceInquiryOwner {
  package struct Policy {
    package var reads = true
    package var writes = true
    package var order = WriteOrder.serial
    package var isOptimistic = false
    /// A write takes the place of those before it that are not sent yet.
    package var coalesces = false
    /// Asked for again so often while somebody observes it, from the end of the last answer; nil: not by itself.
    package var poll: Duration?
    package init() {}
  }

  let work: any SourceWork
  let policy: Policy
  let scope: Scope
  /// The line that declares it.
  let place: Site
  let writes: WriteRunner
  /// Bindings whose other end has asked for a write that is not settled.
  var askers: [Asker] = []
  /// What is written where there are bindings, or by callbacks and transactions, by the number of the write.
  var partsInFlight: [Int: SourceParts] = [:]
  /// Of what bindings write, by the number of the write.
  var linesByHand: [(number: Int, line: LineByHand)] = []
  /// What was written by hand beside bindings that had ended or were to begin, and is not answered.
  var standings: [StandingByHand] = []

  /// What is there without conditional bindings.
  var unbound: SourceBase?

  /// Of some place that is away what stood there last has never been shown: `TargetClaims.unseen`.
  var hasUnseen = false

  /// What the present wave has begun last, and the wave: what bindings write in it besides is part of that.
  var begunTogether: (wave: UInt32, number: Int, parts: SourceParts, isByHand: Bool)?

  /// What is merged may have fields that the Swift type does not have.
  private var leavesUnknownOut = false

  /// Whoever awaits the write that is begun next.
  var awaiting: Awaiting?

  /// The wave of the commit that has begun a write, and that write.
  var wroteIn: (wave: UInt32, operation: WriteQueue.Operation, number: Int)?
  /// What the commit whose wave runs has written here. It may not be seen yet, and stands beside what that has written
  /// elsewhere.
  var writtenTogether: WriteQueue.Operation? {
    if let wroteIn, wroteIn.wave == engine.graph.wave { wroteIn.operation } else { nil }
  }

  /// The source is being made, or a write begins: nobody looks yet, or whoever writes settles.
  var storesAtOnce = true

  /// What asks the outside.
  private let inquiry: SourceInquiry
  /// Changes come by themselves.
  package var isNotified: Bool {
    get { inquiry.isNotified }
    set { inquiry.isNotified = newValue }
  }

  /// `$pending`: writes in flight. `$error`: what went wrong last, until something went right.
  package let pendingCell: StatusCell
  package let errorCell: StatusCell
  private let describeFailure: (Failure, SourcePosition?) -> Value
  private var failure: Failure? { didSet { failedAt = place } }
  /// The line that asked for what has failed.
  private var failedAt = Site.none
  /// That was a write.
  private var hasFailedToWrite = false
  /// Why the outside could not be read last.
  package private(set) var readingFailure: Failure?
  private(set) var life: SourceLife?

  /// - Parameters:
  ///   - declaration: which names its values have; of any type.
  ///   - describeFailure: what `$error` shows of one.
  package init(
    name: String, declaration: FieldDeclaration = .any(.nil), work: any SourceWork, policy: Policy,
    clock: any WorldClock, scope: Scope,
    describeFailure: @escaping (Failure, SourcePosition?) -> Value = { failure, _ in .string(failure.description) }
  ) {
    self.work = work
    self.describeFailure = describeFailure
    self.policy = policy
    self.scope = scope
    place = scope.engine.takePlace()
    writes = WriteRunner(
      name: name,
      queue: WriteQueue(
        order: policy.order, isOptimistic: policy.isOptimistic, asks: work.canConfirm, startsFromNothing: true),
      clock: clock, scope: scope, at: place)
    let engine = scope.engine
    pendingCell = StatusCell(.integer(0), declaration: .any(.integer(0)), name: "\(name).$pending", engine: engine)
    errorCell = StatusCell(.nil, declaration: .any(.nil), name: "\(name).$error", engine: engine)
    inquiry = SourceInquiry(name: name, work: work, policy: policy, clock: clock, engine: engine)
    super.init(nil, declaration: declaration, name: name, engine: engine)
    let life = SourceLife(self)
    self.life = life
    writes.owner = self
    inquiry.owner = self
    scope.add(life)
    refresh()
    storesAtOnce = false
  }

  package override var isWritable: Bool { policy.writes && work.canSet }
  package override var isReadable: Bool { policy.reads }
  package override var lifetime: Scope? { scope }

  package override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    guard policy.reads else { throw .writeOnlySource(self) }
    return try super.read(suspendable: suspendable)
  }

  // MARK: Reading the outside

  /// Asks the outside anew. A question under way is called off: the newest one counts.
  package func refresh() { inquiry.ask() }

  /// As it is polled: unless it is being asked already.
  package func look() { inquiry.look() }

  package override func livenessChanged(_ live: Bool, in graph: Graph) { inquiry.observationChanged(live) }

  var isObserved: Bool { node != .none && engine.graph.isLive(node) }
  var hasSentWrites: Bool { writes.hasSent }
  var isSendingWrites: Bool { writes.queue.isSending }

  func answered(_ result: Result<Value, Failure>, isForWrites: Bool, isOld: Bool) {
    switch result {
    case .success(let value):
      let old = writes.base
      writes.base = value
      forgetUnseen(in: value)
      unbound?.answered(from: old, to: value, isOwn: old == nil && !isOld)
      if !isForWrites { for standing in standings { standing.told(from: old, to: value) } }
      readingFailure = nil
      // What stands there after a write that has failed is no reason to forget why.
      if !isForWrites || !hasFailedToWrite { failure = nil }
      publish()
    case .failure(let error):
      (failure, readingFailure, hasFailedToWrite) = (error, error, false)
      publish()
      report(Report(error, during: "get of \(name)", isWarning: true))
      writes.goOnWithoutBase(error)
    }
  }

  // MARK: Writing

  package override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    try refuseUnknownNames(writing: value)
    return try begin(.set(value))
  }

  package override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome {
    let wroteBack = engine.writesBack
    let isGiven = engine.takeGiving()
    if isBound { engine.writesBack = !isGiven }
    defer { engine.writesBack = wroteBack }
    guard let find = declaration.coded?.unknownField, known == nil, !leavesUnknownOut else {
      return try begin(.change(change))
    }
    // Where nothing stands yet no name could be looked at: it is done when the change is applied.
    return try begin(
      .change { [unowned self] base throws(Failure) in
        let new = try change(base)
        if let found = find(new, [], new), find(base, [], base) == nil { throw .unknown(found, in: self) }
        return new
      })
  }

  package override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    if !ignoringUnknown { try refuseUnknownNames(merging: fields) }
    leavesUnknownOut = ignoringUnknown
    defer { leavesUnknownOut = false }
    return try mergeInPlace(fields)
  }

  package override func touch(at place: Cell) throws(Failure) {
    try checkOpen()
    try super.touch(at: place)
  }

  /// - Throws: `bind.disposed` where its scope has closed.
  func checkOpen() throws(Failure) {
    if life == nil { throw .disposed(self) }
  }

  package override func reset() throws(Failure) -> WriteOutcome {
    throw .diagnostic(Diagnostic(.bindReadOnly, "\(name) is a source: it has no default to go back to"))
  }

  /// What is shown before it is confirmed is no change for a history; neither is what a history itself asked for.
  package override func recordChange(from old: Value?, to new: Value?) {}
  /// It takes writes only: what was sent is there.
  package override var mayBeVacant: Bool { false }

  // MARK: What becomes of writes

  func writesChanged() { publish() }

  func writeMade(_ number: Int) { partsInFlight[number]?.noteMade() }

  func writeTouchesBase() { inquiry.writeTouchesBase() }

  func baseWritten(_ number: Int, from old: Value?, origin: CauseID, isOutdated: Bool, wasFirstAt revision: Int?) {
    guard let base = writes.base else { return }
    noteUnseen(in: number, from: old, to: base)
    let change = isOutdated ? nil : unbound?.confirm(number, from: old, to: base, wasFirstAt: revision)
    if !isRecorded { return }
    if engine.causes[origin]?.kind == .undo { return engine.noteTaken(self) }
    // With what they have made around it.
    if partsInFlight[number]?.isDelivered ?? false { return }
    let (old, new) = change ?? (old, withoutDelivered(by: number, from: old, to: base))
    engine.record(self, old: old, new: new)
  }

  func writeEnded(_ number: Int, _ failure: Failure?, isDeclined: Bool) -> Bool {
    let parts = partsInFlight.removeValue(forKey: number)
    for place in askers.indices where askers[place].number == number {
      let part = askers[place].part
      let covered = askers[place].failureCovered
      let own = part.flatMap { parts?.failure(of: $0) } ?? covered
      (askers[place].failure, askers[place].isAnswered) = (failure ?? own, true)
      guard part.flatMap({ parts?.hasFoundNoPlace($0) }) ?? (covered != nil) else { continue }
      askers[place].hasFoundNoPlace = true
      askers[place].mayHaveReturned = failure == nil || number < writes.queue.lastNumber
    }
    let unheard = failure == nil || parts?.haveAllFailed ?? false ? parts?.unheard ?? [] : []
    (self.failure, hasFailedToWrite) = (isDeclined ? nil : failure ?? unheard.last?.failure, true)
    failedAt = writes.place(of: number)
    if failure != nil, isRecorded { engine.noteRefused(self) }
    if failure != nil {
      unbound?.leave(number)
      if !hasWritesUnderWay, let stored { forEachPlace { $0.noteHeld(in: stored) } }
    }
    endBase()
    if standings.isEmpty {
      publish(takesBack: failure != nil)
    } else {
      engine.announcingTogether {
        publish(takesBack: failure != nil)
        endStandings(number, stands: failure == nil)
      }
    }
    let asked = unheard.isEmpty ? [] : askers.filter { $0.number == number }
    answerAskers()
    if !linesByHand.isEmpty { endLinesByHand(number, stands: failure == nil) }
    return tell(unheard, asking: asked, isAll: failure != nil)
  }

  func baseIsUnknown() { inquiry.baseIsUnknown() }
  var isBaseComing: Bool { inquiry.isAsking }

  var otherSide: ((@escaping (Result<Value, Failure>) -> Void) -> JobRun?)? {
    policy.reads && work.canGet ? work.get : nil
  }

  func writeSettled() { inquiry.writeSettled() }

  // MARK: What is seen

  /// What is known is seen: in a wave of its own, after what runs now, so that within a wave nothing changes here.
  /// - Parameter takesBack: a write has failed that may have been shown.
  private func publish(takesBack: Bool = false) {
    if storesAtOnce { return store(because: engine.cause) }
    engine.announceOutside(of: self, during: "change of \(name)") { [self, cause = engine.cause] in
      self.takesBack = takesBack
      defer { self.takesBack = false }
      store(because: cause)
    }
  }

  /// What is stored is what stands there without a write that has failed: that is no news.
  override var isTakingBack: Bool { takesBack }
  private var takesBack = false

  /// A write is shown as soon as it begins.
  var showsAtOnce: Bool { policy.isOptimistic && !work.canConfirm }
  /// What is shown when all that is known is told.
  var known: Value? { writes.shown() ?? stored }
  /// What it holds if all that is under way comes about.
  var coming: Value? { ((try? engine.runPure { () throws(Failure) in writes.queue.coming }) ?? nil) ?? stored }
  var hasWritesUnderWay: Bool { writes.queue.count > 0 }

  /// What it says of itself when all that is known is told.
  var status: [(cell: StatusCell, value: Value)] {
    [
      (pendingCell, .integer(Int64(writes.queue.count))),
      (errorCell, failure.map { describeFailure($0, engine.position(of: failedAt)) } ?? .nil),
    ]
  }

  private func store(because parent: CauseID) {
    let cause = engine.causes.record(.source, parent: parent, target: nameNumber, at: place)
    for (cell, value) in status where cell.stored != value { cell.commit(value, cause: cause) }
    // What was sent says nothing of what stands there.
    guard policy.reads, let value = writes.shown(), stored != value else { return }
    if engine.graph.isFlushing || engine.isApplying { noteFurtherWrite() }
    commit(value, cause: cause)
  }

  /// Nobody waits any more for the write that has failed. What was declined, superseded or ended with the source is no error.
  package func reportUnheard(_ failure: Failure) {
    let report = Report(failure, during: "set of \(name)", trail: engine.trail(of: engine.cause))
    let diagnostic = Diagnostic(report)
    if diagnostic.kind != .cancelled, diagnostic.id != .bindDisposed { self.report(report) }
  }

  private func report(_ report: Report) { scope.report(engine.located(report, at: place)) }

  /// The cells behind `$`.
  package override func statusCell(named name: String) -> LeafCell? {
    switch name {
    case "$pending": pendingCell
    case "$error": errorCell
    default: nil
    }
  }

  package override var statusCellNames: [String] { ["$pending", "$error"] }

  private var onEnd: (() -> Void)?

  /// Runs it when the source's scope ends, after what was asked for before; at once where that has happened.
  package func whenEnded(_ body: @escaping () -> Void) {
    guard life != nil else { return body() }
    let before = onEnd
    onEnd = {
      before?()
      body()
    }
  }

  func end() {
    life = nil
    inquiry.end()
    askers.removeAll()
    linesByHand.removeAll()
    standings.removeAll()
    partsInFlight.removeAll()
    let pending = writes.queue.count
    writes.end(.disposed(self))
    unbound = nil
    if pending > 0 { publish() }
    onEnd?()
    onEnd = nil
  }
}

extension Diagnostic {
  static func disposed(_ source: SourceCell) -> Diagnostic {
    .disposed("source '\(source.name)'", scope: source.scope.name)
  }
}

extension Failure {
  static func disposed(_ source: SourceCell) -> Failure { .diagnostic(.disposed(source)) }
}
