package import BindGraph

/// What a source does outside. Each call ends with one call of its completion, at once or later, unless it is called off
/// first.
package protocol SourceWork: AnyObject {
  var canGet: Bool { get }
  var canSet: Bool { get }
  var canConfirm: Bool { get }
  func get(_ completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun?
  /// The answer nil confirms `new`; a value takes its place.
  func set(_ new: Value, _ old: Value, _ completion: @escaping (Result<Value?, Failure>) -> Void) -> JobRun?
  func confirm(_ new: Value, _ old: Value, _ completion: @escaping (Result<Bool, Failure>) -> Void) -> JobRun?
}

/// A cell over something outside: `bh.source`.
///
/// Reads give the last known value; within a wave it does not change. A write is confirmed by the other side before it
/// becomes the base; optimistic ones are shown meanwhile.
package final class SourceCell: LeafCell {
  package struct Policy {
    package var reads = true
    package var writes = true
    package var order = WriteOrder.serial
    package var isOptimistic = false
    /// Asked for again so often while somebody observes it, from the end of the last answer; nil: not by itself.
    package var poll: Duration?
    package init() {}
  }

  private let work: any SourceWork
  private let policy: Policy
  private let clock: any WorldClock
  private let scope: Scope
  private var queue: WriteQueue
  private var runs: [Int: JobRun] = [:]
  /// The event that asked for each write in flight.
  private var origins: [Int: CauseID] = [:]
  /// Bindings whose other end has asked for a write that is not settled.
  private var askers: [Link] = []
  private var waiters: [Int: (Failure?) -> Void] = [:]

  private var fetch: JobRun?
  private var fetchGeneration = 0
  /// A write was under way at some time of the fetch: its answer may be older than the write.
  private var isFetchOld = false
  private var wantsFetch = false
  private var pollTimer: (any Token)?
  /// Somebody observes something outside: the script goes on.
  private var keeper: (any Token)?
  /// Changes come by themselves.
  package var isNotified = false

  /// `$pending`: writes in flight. `$error`: what went wrong last, until something went right.
  package let pendingCell: LeafCell
  package let errorCell: LeafCell
  package var describeFailure: (Failure) -> Value = { .string($0.description) }
  private var life: SourceLife?

  package init(
    name: String, work: any SourceWork, policy: Policy, clock: any WorldClock, scope: Scope
  ) {
    self.work = work
    self.policy = policy
    self.clock = clock
    self.scope = scope
    queue = WriteQueue(order: policy.order, isOptimistic: policy.isOptimistic, asks: work.canConfirm)
    let engine = scope.engine
    pendingCell = LeafCell(.integer(0), declaration: .any(.integer(0)), name: "\(name).$pending", engine: engine)
    errorCell = LeafCell(.nil, declaration: .any(.nil), name: "\(name).$error", engine: engine)
    super.init(nil, declaration: .any(.nil), name: name, engine: engine)
    let life = SourceLife(self)
    self.life = life
    scope.add(life)
    refresh()
  }

  package override var isWritable: Bool { policy.writes && work.canSet }
  package override var lifetime: Scope? { scope }

  package override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    guard policy.reads else {
      throw .diagnostic(
        Diagnostic(.sourceWriteOnly, "\(name) can only be written", notes: ["give it get=, or take another mode"]))
    }
    return try super.read(suspendable: suspendable)
  }

  // MARK: Reading the outside

  /// Asks the outside anew. A question under way is called off: the newest one counts.
  package func refresh() {
    guard policy.reads, work.canGet, life != nil else { return }
    fetch?.cancel()
    pollTimer?.cancel()
    fetchGeneration += 1
    // What the answer tells may be from before that write or from after it.
    isFetchOld = queue.isSending
    wantsFetch = false
    let generation = fetchGeneration
    let origin = engine.cause
    fetch = nil
    let run = work.get { [weak self] result in
      self?.engine.caused(by: origin) { self?.fetched(generation, result) }
    }
    if generation == fetchGeneration { fetch = run }
  }

  private func fetched(_ generation: Int, _ result: Result<Value, Failure>) {
    guard generation == fetchGeneration, life != nil else { return }
    fetch = nil
    if isFetchOld {
      // The answer may be from before a write: it is dropped, and asked for anew when the last write has ended.
      wantsFetch = true
      if !queue.isSending { refresh() }
      return
    }
    switch result {
    case .success(let value):
      queue.base = value
      publish()
      setError(nil)
    case .failure(let failure):
      setError(failure)
      scope.report(Report(failure, during: "get of \(name)", isWarning: true))
    }
    schedulePoll()
  }

  private func schedulePoll() {
    pollTimer?.cancel()
    guard let period = policy.poll, node != .none, engine.graph.isLive(node) else { return }
    pollTimer = clock.schedule(after: period, label: "poll of \(name)") { [weak self] in self?.refresh() }
  }

  package override func livenessChanged(_ live: Bool, in graph: Graph) {
    pollTimer?.cancel()
    pollTimer = nil
    keeper?.cancel()
    keeper = nil
    guard live, life != nil else { return }
    if let period = policy.poll {
      pollTimer = clock.schedule(after: period, label: "poll of \(name)") { [weak self] in self?.refresh() }
    } else if isNotified {
      keeper = clock.schedule(after: .seconds(1 << 30), label: "observer of \(name)") {}
    }
  }

  // MARK: Writing

  package override func write(_ value: Value) throws(Failure) -> WriteOutcome { try begin(.set(value)) }

  package override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome { try begin(.change(change)) }

  package override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    try begin(.change { base throws(Failure) in base.merged(with: fields) })
  }

  package override func reset() throws(Failure) -> WriteOutcome {
    throw .diagnostic(Diagnostic(.bindReadOnly, "\(name) is a source: it has no default to go back to"))
  }

  /// - Parameter completion: called once with nil or with why it failed. Without one a failure is reported.
  package func begin(
    _ operation: WriteQueue.Operation, completion: ((Failure?) -> Void)? = nil
  ) throws(Failure) -> WriteOutcome {
    guard isWritable else { throw .readOnly(self) }
    switch engine.mode {
    case .pure: throw Failure.writeInPureFunction(name)
    case .deferred:
      // Nothing is sent before the callback has ended well.
      engine.hold(operation, completion, in: self)
    case .immediate, .settling:
      let event = engine.recordWrite(to: self)
      if let refusal = engine.caused(by: event, { start(operation, completion) }) { return .refused(refusal) }
      try engine.settle()
    }
    return .pending
  }

  /// - Returns: why the write is refused.
  private func start(_ operation: WriteQueue.Operation, _ completion: ((Failure?) -> Void)?) -> Diagnostic? {
    guard life != nil else {
      let refusal = Diagnostic(.bindDisposed, "\(name) was written after its scope '\(scope.name)' was closed")
      completion?(.diagnostic(refusal))
      return refusal
    }
    guard let (number, actions) = queue.begin(operation) else {
      let refusal = Diagnostic(.sourceBusy, "\(name) is being written already, and takes one write at a time")
      completion?(.diagnostic(refusal))
      return refusal
    }
    waiters[number] = completion
    origins[number] = engine.cause
    if fetch != nil { isFetchOld = true }
    perform(actions)
    publish(settles: false)
    return nil
  }

  /// What a callback wrote that has ended well. Nobody is there any more to be told of a refusal.
  fileprivate func startHeld(_ operation: WriteQueue.Operation, _ completion: ((Failure?) -> Void)?) {
    if let refusal = start(operation, completion), completion == nil {
      scope.report(Report(refusal, during: "set of \(name)"))
    }
  }

  private func perform(_ actions: [WriteQueue.Action]) {
    for action in actions {
      switch action {
      case .ask(let number): later(number, "confirm of \(name)") { $0.ask(number) }
      case .send(let number): later(number, "set of \(name)") { $0.send(number) }
      case .drop(let number):
        runs.removeValue(forKey: number)?.cancel()
        origins[number] = nil
        waiters.removeValue(forKey: number)?(
          .diagnostic(Diagnostic(.sourceSuperseded, "the write of \(name) was superseded by a newer one")))
      }
    }
  }

  /// In a turn of its own, after whatever runs now.
  private func later(_ number: Int, _ label: String, _ body: @escaping (SourceCell) -> Void) {
    let token = clock.schedule(after: .zero, label: label) { [self] in
      engine.caused(by: origins[number] ?? .none) { body(self) }
    }
    runs[number] = JobRun { token.cancel() }
  }

  private func ask(_ number: Int) {
    guard let (new, old) = arguments(of: number) else { return }
    run(number) { completion in
      work.confirm(new, old, completion)
    } ended: { [self] result in
      switch result {
      case .success(true):
        perform(queue.answered(number, yes: true))
        publish()
      case .success(false):
        perform(queue.answered(number, yes: false))
        finish(
          number, .diagnostic(Diagnostic(.sourceDeclined, "the write of \(name) was declined")), isReported: false)
      case .failure(let failure):
        perform(queue.answered(number, yes: false))
        finish(number, failure)
      }
    }
  }

  private func send(_ number: Int) {
    guard let (new, old) = arguments(of: number) else { return }
    if fetch != nil { isFetchOld = true }
    run(number) { completion in
      work.set(new, old, completion)
    } ended: { [self] result in
      switch result {
      case .success(let value):
        perform(confirmed(number, value))
      case .failure(let failure):
        perform(queue.failed(number))
        finish(number, failure)
      }
    }
  }

  private func confirmed(_ number: Int, _ value: Value?) -> [WriteQueue.Action] {
    let before = queue.base
    do throws(Failure) {
      let actions = try engine.runPure { () throws(Failure) in try queue.confirmed(number, value: value) }
      recordConfirmed(number, before)
      finish(number, nil)
      return actions
    } catch {
      finish(number, error)
      return queue.next()
    }
  }

  /// What is shown before it is confirmed is no change for a history; neither is what a history itself asked for.
  package override func recordChange(from old: Value?, to new: Value) {}

  private func recordConfirmed(_ number: Int, _ before: Value?) {
    guard isRecorded, let base = queue.base, engine.causes[origins[number] ?? .none]?.kind != .undo else { return }
    engine.record(self, old: before, new: base)
  }

  private func arguments(of number: Int) -> (new: Value, old: Value)? {
    do {
      return try engine.runPure { () throws(Failure) in try queue.arguments(of: number) }
    } catch {
      perform(queue.failed(number))
      finish(number, error)
      return nil
    }
  }

  private func run<Answer>(
    _ number: Int, _ start: (@escaping (Result<Answer, Failure>) -> Void) -> JobRun?,
    ended: @escaping (Result<Answer, Failure>) -> Void
  ) {
    var isOver = false
    let run = start { [self] result in
      isOver = true
      runs[number] = nil
      guard queue.contains(number), life != nil else { return }
      engine.caused(by: origins[number] ?? .none) { ended(result) }
    }
    if !isOver { runs[number] = run }
  }

  /// A write has ended: what is shown follows, and whoever waits hears of it.
  private func finish(_ number: Int, _ failure: Failure?, isReported: Bool = true) {
    if fetch != nil { isFetchOld = true }
    setError(isReported ? failure : nil)
    publish()
    answerAskers()
    origins[number] = nil
    let waiter = waiters.removeValue(forKey: number)
    waiter?(failure)
    if let failure, waiter == nil, isReported { scope.report(Report(failure, during: "set of \(name)")) }
    if wantsFetch, !queue.isSending { refresh() }
  }

  // MARK: What is seen

  private func publish(settles: Bool = true) {
    let value: Value?
    do {
      value = try engine.runPure { () throws(Failure) in try queue.shown() }
    } catch {
      value = queue.base
      scope.report(Report(error, during: "modify of \(name)"))
    }
    let pending = Value.integer(Int64(queue.count))
    let cause = engine.causes.record(.source, parent: engine.cause, target: nameNumber)
    if pendingCell.stored != pending { pendingCell.commit(pending, cause: cause) }
    if let value, stored != value { commit(value, cause: cause) }
    guard settles, engine.mode == .immediate else { return }
    do { try engine.settle() } catch { scope.report(Report(error, during: "change of \(name)")) }
  }

  /// The link is told when no write is in flight any more.
  func answerLater(_ link: Link) {
    if !askers.contains(where: { $0 === link }) { askers.append(link) }
  }

  /// An end that has asked for another value is told what stands, although nothing may have changed here.
  private func answerAskers() {
    guard queue.isEmpty, !askers.isEmpty else { return }
    let asking = askers
    askers = []
    for link in asking { link.answered(by: self) }
    engine.settleReporting(name)
  }

  private func setError(_ failure: Failure?) {
    let value = failure.map(describeFailure) ?? .nil
    if errorCell.stored != value { engine.announceLater(value, in: errorCell) }
  }

  /// The cells behind `$`.
  package func statusCell(named name: String) -> LeafCell? {
    switch name {
    case "$pending": pendingCell
    case "$error": errorCell
    default: nil
    }
  }

  package static let statusCellNames = ["$pending", "$error"]

  /// Called when the source's scope ends.
  package var onEnd: (() -> Void)?

  fileprivate func end() {
    life = nil
    fetch?.cancel()
    pollTimer?.cancel()
    keeper?.cancel()
    for run in runs.values { run.cancel() }
    runs.removeAll()
    waiters.removeAll()
    origins.removeAll()
    askers.removeAll()
    onEnd?()
    onEnd = nil
  }
}

/// Ends what a source has under way with the scope in which the source was made.
private final class SourceLife: ScopeItem {
  var scopeIndex = -1
  private let source: SourceCell
  init(_ source: SourceCell) { self.source = source }
  func stop() { source.end() }
}

/// Writes to a source that wait for the end of the running callback.
final class SourceWrite: PendingWrite {
  private let source: SourceCell
  fileprivate var operations: [(WriteQueue.Operation, ((Failure?) -> Void)?)] = []
  /// What the transaction around this one has written.
  private let outer: SourceWrite?

  init(_ source: SourceCell, cause: CauseID, over outer: SourceWrite?) {
    self.source = source
    self.outer = outer
    super.init(target: source, cause: cause)
  }

  override var targetName: String { source.name }

  override func apply(in engine: Engine) {
    let outer = engine.cause
    engine.cause = cause
    defer { engine.cause = outer }
    for (operation, completion) in operations { source.startHeld(operation, completion) }
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? SourceWrite else { return }
    operations += later.operations
    cause = later.cause
  }

  /// The source as the writing callback sees it.
  func value() throws(Failure) -> Value {
    var value = try outer?.value() ?? source.stored ?? .nil
    for (operation, _) in operations {
      switch operation {
      case .set(let new): value = new
      case .change(let change):
        let base = value
        value = try source.engine.runPure { () throws(Failure) in try change(base) }
      }
    }
    return value
  }
}

extension Engine {
  fileprivate func hold(
    _ operation: WriteQueue.Operation, _ completion: ((Failure?) -> Void)?, in source: SourceCell
  ) {
    let overlay = overlayForWriting()
    noteWrite(in: overlay)
    if source.node != .none { graph.markOverlaid(from: source.node, into: &overlay.overlaid) }
    let cause = recordWrite(to: source)
    let write: SourceWrite
    if let own = overlay.ownWrite(to: source) as? SourceWrite {
      write = own
    } else {
      write = SourceWrite(source, cause: cause, over: overlay.parent?.write(to: source) as? SourceWrite)
      overlay.add(write)
    }
    write.operations.append((operation, completion))
    write.cause = cause
  }
}
