import BindGraph

/// A value that is fetched when somebody looks: idle, loading, failed, loaded, and the two faces in between.
///
/// `LoadableMachine` has the rules; this holds the value, performs the actions and tells the cells. Nothing is asked for
/// before the first observer, and what nobody waits for any more is called off.
/// Isolation: confined to its engine's thread.
package final class Loadable: ScopeItem {
  package let name: String
  package unowned(unsafe) let engine: Engine
  package let scope: Scope
  package var scopeIndex = -1
  package let cells: RecordCell
  package internal(set) var machine: LoadableMachine
  package let options: LoadableOptions
  package let work: any LoadableWork
  let world: World
  package var clock: any WorldClock { world.clock }
  let label: String

  /// Writes that are not settled, over the base.
  let writes: WriteRunner
  var failure: Failure?
  /// The line that declares it.
  let place: Site
  /// What `.keepFailure` means.
  var arrivedFailure: Failure?
  var timers: [LoadableMachine.Timer: any Token] = [:]
  /// The attempt that is about to begin, or runs.
  var beginning: (any Token)?
  var run: JobRun?
  /// Attempts that count no more and are to be called off.
  var aborted: [JobRun] = []
  /// Those of which something is left.
  var leaving = 0
  var goneWaiters: [() -> Void] = []
  /// The event that asked for the present cycle.
  var origin = CauseID.none
  var items = StreamItems()
  var progress = ProgressGate()
  /// The gap after what was shown of it.
  var progressGap: (any Token)?
  /// What of it outlives the program; nil: nothing does.
  private var cache: LoadableCache?
  private var waiters: [Waiter] = []
  /// In the order in which they were made.
  private var handlers: [LoadableHandler] = []

  /// What a script holds of it, while one does.
  package weak var surfaceObject: AnyObject?

  package var describeFailure: (Failure) -> Value = { .string($0.description) }
  /// The values of the cells that `factNames` has added.
  package var fact: (String) -> Value = { _ in .nil }
  /// Although nothing is under way, something that was asked for is to come.
  var isExpected: () -> Bool = { false }
  /// The lock under which its target is written.
  var fence: () -> StoreFence? = { nil }
  /// Counted as such by the engine.
  var isUnderWay = false
  /// Which run this is, for causes.
  package var runNumber = 0
  /// Somebody has asked how it stands: an observer, a handler, whoever waits, or a script that has taken its cell.
  package var isLookedAt = false
  /// A cycle is about to end so; what its owner counts is told in the same wave. The answer takes that back, where the value
  /// could not be committed: then it ends in another way.
  package var onOutcome: (LoadableMachine.Outcome) -> () -> Void = { _ in {} }
  /// It has ended, and everything has been delivered.
  package var onEnd: (LoadableMachine.Outcome) -> Void = { _ in }
  /// It is as it was when it was made.
  package var knowsNothing: Bool {
    base == nil && failure == nil && !machine.isActive && !machine.isOpen && writes.queue.isEmpty
  }

  /// Somebody has it, or one of its cells.
  package var isHeld: Bool {
    machine.isObserved || surfaceObject != nil || !waiters.isEmpty || !handlers.isEmpty
      || cells.fields.contains { $0.cell.surfaceObject != nil || engine.graph.isLive($0.cell.node) }
  }

  /// Nothing is known of it any more, and nobody looks.
  package var onForget: () -> Void = {}

  package static let cellNames = [
    "value", "phase", "face", "error", "progress", "attempts", "stale", "updated_at",
  ]
  /// Who observes one of these wants the value.
  package static let asking: Set<String> = ["value", "phase", "face"]

  package init(name: String, _ options: LoadableOptions, work: any LoadableWork, world: World, scope: Scope) {
    self.name = name
    self.options = options
    engine = scope.engine
    self.scope = scope
    self.world = world
    self.work = work
    label = options.label ?? "load of \(name)"
    place = options.place.isKnown ? options.place : scope.engine.site()
    machine = LoadableMachine(policy: options.policy)
    cells = RecordCell(name: name, engine: scope.engine)
    writes = WriteRunner(
      name: name, queue: WriteQueue(base: options.initial, isOptimistic: true), clock: world.clock,
      random: world.random, scope: scope, at: place)
    if options.initial != nil { machine.hydrate() }
    writes.owner = self
    for cell in Self.cellNames + options.factNames {
      let leaf = LoadableCell(self, cell, parent: cells)
      leaf.owner = scope
      cells.add(ByteString(cell), leaf)
    }
    scope.add(self)
    // A machine begins in a world that is as it should be; nobody looks at it yet.
    _ = machine.surroundings(
      isOnline: world.surroundings.isOnline, isHidden: world.surroundings.isHidden, at: world.clock.now)
    world.surroundings.listen(for: self) { [unowned self] in surroundingsChanged() }
  }

  /// Its cells get their first values, once its owner has said what it knows.
  /// - Parameter cache: what it is kept in; what is there is its value, as old as it is.
  package func begin(from cache: LoadableCache? = nil) {
    self.cache = cache
    let (date, now) = (world.clock.date, world.clock.now)
    if let (value, since) = cache?.latest(at: date), takesCached(value) {
      base = value
      let age = Duration(clampingSeconds: max(0, date.seconds - since.seconds))
      perform(machine.hydrate(since: now + (.zero - age), at: now))
      engine.trace?.note("loadable \(name) from the cache")
    }
    for (cell, value) in changes() { cell.begin(with: value) }
  }

  /// The target gets what is kept too, unless it is kept itself and may be newer. What it refuses is of an older form.
  private func takesCached(_ value: Value) -> Bool {
    guard let target = options.target, !target.isPartOfState else { return true }
    do {
      if case .refused = try target.assign(value) { return false }
      return true
    } catch { return false }
  }

  /// The base is what is known to be true: nothing else is kept.
  func keepBase() {
    guard let cache, let base, let since = machine.updatedAt else { return }
    cache.keep(base, at: world.clock.date + (since - world.clock.now))
  }

  var base: Value? {
    get { writes.base }
    set { writes.base = newValue }
  }

  /// The value without what is only shown for now.
  package var committed: Value? { base }

  // MARK: What it is asked for

  package func load() { handle { $0.load(at: $1) } }
  package func refresh() { handle { $0.refresh(at: $1) } }
  package func cancel() {
    handle { $0.cancel(at: $1) }
    writes.endHeldBack(cancelled)
  }
  package func invalidate() { handle { $0.invalidate(at: $1) } }
  package func reset() {
    cache?.forget()
    handle { $0.reset(at: $1) }
    if writes.hasHeldBack { load() }
  }

  /// As `cancel`; `body` is called when nothing is left of what was called off.
  package func cancel(whenGone body: @escaping () -> Void) {
    cancel()
    if leaving == 0 { body() } else { goneWaiters.append(body) }
  }

  /// Writes the base by hand: fresh from now on.
  package func set(_ value: Value) {
    base = value
    failure = nil
    handle { $0.set(at: $1) }
    baseChangedByHand(value)
  }

  /// The base was written, by whoever looks at the loadable or by the other side: who follows its values hears of it.
  private func baseChangedByHand(_ value: Value) {
    keepBase()
    if let target = options.target { put(value, into: target) }
    tellLoadedLater(value)
  }

  private func put(_ value: Value, into target: Cell) {
    let problem: any Error
    do {
      try engine.transaction {
        if case .refused(let diagnostic) = try assign(value, to: target) { throw Failure.diagnostic(diagnostic) }
      }
      return
    } catch { problem = error }
    scope.report(engine.located(Report(problem, during: "\(name): \(target.name) does not take its value"), at: place))
  }

  /// Under the lock of its owner. Where it is a write by hand, the line that declares the loadable has made it.
  func assign(_ value: Value, to target: Cell) throws -> WriteOutcome {
    let (outer, outerScope) = (engine.fence, engine.scope)
    engine.fence = fence()
    engine.scope = scope
    defer { (engine.fence, engine.scope) = (outer, outerScope) }
    return try engine.placing(at: place) { try target.assign(value) }
  }

  private func tellLoadedLater(_ value: Value) {
    guard handlers.contains(where: { $0.event == .loaded }) else { return }
    world.clock.schedule(after: .zero, label: "value of \(name)") { [weak self] in self?.tellLoaded(value) }
  }

  /// Shown at once, until the other side has answered. A failure is reported.
  /// - Returns: why it is refused.
  package func write(_ write: LoadableWrite) -> Diagnostic? {
    handle { $0.writeBegan(at: $1) }
    let refusal = writes.begin(
      write.operation, write.work, order: write.order, coalesces: write.coalesces, retry: write.retry,
      isKept: write.isKept, completion: nil)
    if refusal != nil { handle { $0.writeEnded(at: $1) } }
    return refusal
  }

  /// From here on writes that are to be kept stand in this ledger; those that were left there by an earlier run, of this
  /// key, go on in their order.
  package func resumeWrites(from ledger: WriteLedger, key: Value, _ work: any WriteWork, retry: RetryPolicy?) {
    writes.ledger = WriteRunner.Keeping(book: ledger, key: key)
    for entry in ledger.entries where entry.key == key {
      handle { $0.writeBegan(at: $1) }
      let refusal = writes.begin(
        .change { base in entry.applied(to: base) }, work, order: entry.order, retry: retry, resuming: entry,
        completion: nil)
      if refusal != nil { handle { $0.writeEnded(at: $1) } }
    }
  }

  /// Calls back once with the value or the failure, never inside this call.
  /// - Parameter start: starts or joins.
  /// - Returns: what ends the waiting; the load goes on if others need it.
  package func wait(
    starting start: (() -> Void)? = nil, _ done: @escaping (Result<Value, Failure>) -> Void
  ) -> JobRun {
    isLookedAt = true
    let waiter = Waiter(of: name, world.clock, done)
    ask(.wait { [self] in if !waiter.isOver { begin(waiter, starting: start) } })
    return JobRun { [weak self] in
      waiter.isOver = true
      self?.stopWaiting(waiter)
    }
  }

  private func begin(_ waiter: Waiter, starting start: (() -> Void)?) {
    if machine.isClosed { return waiter.answer(.failure(ended)) }
    if let start { start() } else { handle { $0.load(at: $1, waits: true) } }
    if machine.isActive || isExpected() {
      waiters.append(waiter)
    } else if let value = writes.shown() {
      waiter.answer(.success(value))
    } else {
      waiter.answer(.failure(failure ?? cancelled))
    }
  }

  /// One that waits for the end of the present cycle.
  final class Waiter {
    let name: String
    let clock: any WorldClock
    let done: (Result<Value, Failure>) -> Void
    var isOver = false
    /// The newest: what is taken back before it is told is not told.
    private var result: Result<Value, Failure>?

    init(of name: String, _ clock: any WorldClock, _ done: @escaping (Result<Value, Failure>) -> Void) {
      self.name = name
      self.clock = clock
      self.done = done
    }

    func answer(_ result: Result<Value, Failure>) {
      self.result = result
      clock.schedule(after: .zero, label: "answer of \(name)") { [self] in
        guard !isOver, let result = self.result else { return }
        isOver = true
        done(result)
      }
    }
  }

  private func stopWaiting(_ waiter: Waiter) {
    guard let index = waiters.firstIndex(where: { $0 === waiter }) else { return }
    waiters.remove(at: index)
    handle { $0.stoppedWaiting(at: $1) }
  }

  /// A function of a script behind `on_loaded` or `on_failed`; it counts as an observer while its scope lasts.
  @discardableResult
  package func on(_ event: LoadableHandler.Event, in scope: Scope, _ body: @escaping (Value) -> Void) -> LoadableHandler
  {
    if event == .failed { isLookedAt = true }
    let handler = LoadableHandler(event, of: self, in: scope, body)
    handlers.append(handler)
    ask(.observe(handler))
    return handler
  }

  func leave(_ handler: LoadableHandler, wasObserver: Bool) {
    handlers.removeAll { $0 === handler }
    if wasObserver, !machine.isClosed { handle { $0.unobserved(at: $1) } }
  }

  /// An observer has come or left. Told while edges are made: nothing may run now, so cells are stored and marked, and who
  /// looks at them hears of it in the next turn, when the work begins.
  package func observed(_ comes: Bool) {
    isLookedAt = true
    let now = world.clock.now
    let before = machine
    let actions = comes ? machine.observed(at: now) : machine.unobserved(at: now)
    if actions.contains(where: { if case .abort = $0 { true } else { false } }) {
      world.clock.schedule(after: .zero, label: "end of \(name)") { [weak self] in self?.letGo() }
    }
    perform(actions)
    trace(since: before)
    let cause = engine.causes.record(options.causeKind, parent: engine.cause, at: place)
    for (cell, value) in changes() { cell.commit(value, cause: cause) }
  }

  private func surroundingsChanged() {
    let (isOnline, isHidden) = (world.surroundings.isOnline, world.surroundings.isHidden)
    handle { $0.surroundings(isOnline: isOnline, isHidden: isHidden, at: $1) }
  }

  /// Ends it: nothing is heard of it any more, but whoever waits is told so.
  package func stop() {
    guard !machine.isClosed else { return }
    scope.remove(self)
    world.surroundings.forget(self)
    perform(machine.close())
    letGo()
    writes.end(ended)
    progressGap?.cancel()
    items.end()
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.answer(.failure(ended)) }
    for handler in handlers { handler.stop() }
  }

  // MARK: Whoever waits

  /// How a cycle has ended, for whoever is told after the wave: it may have moved on by then.
  struct Ending {
    let outcome: LoadableMachine.Outcome
    let result: Result<Value, Failure>
    /// They have their answer.
    fileprivate let waiters: [Waiter]
    /// As it was then.
    let machine: LoadableMachine
    /// What its owner has counted, counts no more.
    fileprivate let takeBack: () -> Void
  }

  func settle(_ outcome: LoadableMachine.Outcome, _ takeBack: @escaping () -> Void) -> Ending {
    let result: Result<Value, Failure> =
      switch outcome {
      case .loaded: .success(writes.shown() ?? .nil)
      case .failed: .failure(failure ?? cancelled)
      case .cancelled: .failure(cancelled)
      }
    let ending = Ending(outcome: outcome, result: result, waiters: waiters, machine: machine, takeBack: takeBack)
    waiters = []
    for waiter in ending.waiters { waiter.answer(result) }
    return ending
  }

  /// It has not ended so: another end is to come.
  func takeBack(_ ending: Ending) {
    ending.takeBack()
    waiters = ending.waiters + waiters
  }

  private var ended: Failure { .disposed("loadable '\(name)'", scope: scope.name) }
  var cancelled: Failure { .diagnostic(Diagnostic(.loadCancelled, "the load of \(name) was called off")) }

  func tell(_ ending: Ending?) {
    guard let ending else { return }
    switch ending.result {
    case .success(let value): tellLoaded(value)
    case .failure(let failure) where ending.outcome == .failed: tellFailed(failure, wasAwaited: !ending.waiters.isEmpty)
    case .failure: break
    }
    onEnd(ending.outcome)
  }

  private func tellFailed(_ failure: Failure, wasAwaited: Bool) {
    if base == nil { writes.endHeldBack(failure) }
    if !isLookedAt, options.causeKind != .job { engine.unreadFailures?.append((self, failure)) }
    // A state that may be looked at is no silence, except where a permission is missing.
    let isToBeHeard = options.reportsFailures || failure.kindAndStatus.kind == .notPermitted
    if isToBeHeard, !wasAwaited, !handlers.contains(where: { $0.event == .failed }) {
      let report = Report(failure, during: runNumber > 0 ? "job \"\(name)\" (run \(runNumber))" : label)
      scope.report(engine.located(report, at: place))
    }
    call(.failed, describeFailure(failure))
  }

  private func tellLoaded(_ value: Value) { call(.loaded, value) }

  private func call(_ event: LoadableHandler.Event, _ value: Value) {
    for handler in handlers where handler.event == event { handler.call(value) }
  }
}

extension Loadable: WriteRunnerOwner {
  func writesChanged() { publish() }
  func writeTouchesBase() {}
  func writeClosed() { if !machine.isClosed { handle { $0.writeEnded(at: $1) } } }

  /// It is loaded for it.
  func writeNeedsBase() -> Bool {
    guard !machine.isClosed else { return false }
    handle { $0.writeHeldBack(at: $1) }
    load()
    return true
  }

  func writeHasBase() { if !machine.isClosed { handle { $0.writeBegan(at: $1) } } }

  func baseWritten(_ number: Int, from old: Value?, origin: CauseID, isOutdated: Bool, wasFirstAt revision: Int?) {
    guard let base else { return }
    failure = nil
    handle { $0.set(at: $1) }
    baseChangedByHand(base)
  }

  func writeEnded(_ number: Int, _ failure: Failure?, isDeclined: Bool) -> Bool {
    publish()
    return false
  }
  func baseIsUnknown() { if !machine.isClosed { invalidate() } }
  func writeSettled() {}
}
