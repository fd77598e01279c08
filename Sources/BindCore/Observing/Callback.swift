public import BindGraph

/// Something that runs when what it looks at has changed: an observer, a binding, an effect.
///
/// It belongs to the scope it was made in and ends with it or by `stop()`; a handle going out of reach ends nothing.
open class Callback: Reaction, ScopeItem, FirstDelivery {
  package let scope: Scope
  final package var engine: Engine { scope.engine }
  /// `scopeIndex`, in half of its room.
  @exclusivity(unchecked) private var index: Int32 = -1
  /// What it was made in: what its first delivery writes follows from that.
  private let origin: CauseID
  /// The line of the script, or of Swift, that made it.
  package let place: Site

  @exclusivity(unchecked) package internal(set) var isStopped = false
  @exclusivity(unchecked) package private(set) var isPaused = false
  /// After `Engine.errorLimit` errors in a row; `resume()` re-arms it.
  @exclusivity(unchecked) package private(set) var isSuspended = false
  @exclusivity(unchecked) package internal(set) var awaitsFirstDelivery = true
  /// What it looks at was touched while it was paused: that is to be told, whatever came after.
  @exclusivity(unchecked) private var missedTouch = false
  /// It goes on when the running transaction commits.
  @exclusivity(unchecked) final var resumesAtCommit = false
  @exclusivity(unchecked) package private(set) var runCount = 0
  /// Runs that changed nothing.
  @exclusivity(unchecked) package internal(set) var wastedCount = 0
  /// Most never have any.
  @exclusivity(unchecked) private var trouble: Trouble?

  final package var scopeIndex: Int {
    get { Int(index) }
    set { index = Int32(newValue) }
  }

  /// What `Engine.errorLimit` is unless a host says otherwise.
  public static var errorLimit: Int { 10 }

  package init(engine: Engine, scope: Scope) {
    self.scope = scope
    place = engine.placeOfMaking()
    origin = engine.cause
    super.init()
  }

  /// What has gone wrong so far.
  private final class Trouble {
    var errors = 0
    var inARow = 0
    var last: Failure?
  }

  final package var errorCount: Int { trouble?.errors ?? 0 }
  final package var lastFailure: Failure? { trouble?.last }

  private var pastTrouble: Trouble {
    if let trouble { return trouble }
    let first = Trouble()
    trouble = first
    engine.hasTroubles = true
    return first
  }

  final var count: RunCount { RunCount(runs: runCount, wasted: wastedCount) }

  /// The words for it in reports, such as "observer of user.name".
  open var title: String { "callback" }

  /// The callback itself. It may write (held until it returns), register and stop anything, itself included.
  open func run(cause: CauseID) throws(Failure) {}

  /// What it looks at was written and put back in one wave: for an observer nothing has happened.
  open func isUnchanged(_ cause: CauseID) -> Bool { false }

  open override func missed(cause: UInt32) {
    if engine.causes[CauseID(index: cause)]?.kind == .touch, hearsTouches { missedTouch = true }
    engine.letTimePass(for: node)
  }

  /// Called once, when it stops.
  open func didStop() {}

  /// Joins its scope and delivers the present value: at once, or at commit inside a transaction, or after the present
  /// wave inside a callback.
  package final func start(initial: Bool = true) {
    scope.add(self)
    guard initial else {
      awaitsFirstDelivery = false
      skipFirstDelivery()
      return
    }
    // What settles comes after what its maker has written, as in a transaction; and what was made beside it sees what has settled.
    let settles = writeMode == .settling
    let isHeld =
      !engine.graph.isFlushing || settles || engine.overlay.map { $0.isInTransaction || $0.makesBindings } ?? false
    if engine.mode == .deferred, isHeld {
      engine.overlayForWriting().deliverAtCommit(self, settlingIn: settles ? engine.graph : nil)
    } else {
      engine.reportOverrun(engine.graph.deliverInitially(node), during: title)
    }
  }

  /// The present value counts as delivered.
  open func skipFirstDelivery() {}

  /// How the callback's writes are taken.
  package var writeMode: WriteMode { .deferred }

  open override func deliver(in graph: Graph) {
    Unmanaged.passUnretained(engine)._withUnsafeGuaranteedRef { deliver(in: $0) }
  }

  private func deliver(in engine: Engine) {
    guard !isStopped, !isSuspended else { return }
    // Of what had no value when it was looked at first the first delivery follows from what has brought one.
    let tellsWhatWasThere = awaitsFirstDelivery && runCount == 0
    let cause = tellsWhatWasThere ? CauseID.none : CauseID(index: engine.graph.currentCause)
    let failure = engine.scope === scope ? tell(cause, in: engine) : tellElsewhere(cause, in: engine)
    // What has met an evaluation has its turn once more, and fails then if it fails.
    if let failure, !engine.graph.hasMetEvaluation { failed(failure, cause: cause) }
    if failure == nil, trouble != nil { ranWell(in: engine) }
  }

  /// Where it has written something that is not said before that is applied.
  @inline(never)
  private func ranWell(in engine: Engine) { if engine.lastHolder != node { trouble?.inARow = 0 } }

  /// Runs it, unless nothing has happened for it.
  @inline(__always)
  private func tell(_ cause: CauseID, in engine: Engine) -> Failure? {
    if engine.hasRewritten, followsOnly, isUnchanged(cause) { return tellTouch(in: engine) }
    return run(cause, in: engine)
  }

  /// What was written has come back: a touch is told all the same.
  @inline(never)
  private func tellTouch(in engine: Engine) -> Failure? { presentTouch.flatMap { run($0, in: engine) } }

  /// What has come back in a wave is nothing for it. What settles both ways looks at both.
  open var followsOnly: Bool { writeMode != .settling }

  /// What was touched is what it looks at.
  open var hearsTouches: Bool { true }

  /// That of what it looks at, in this wave.
  open var presentTouch: CauseID? { nil }

  @inline(__always)
  private func run(_ cause: CauseID, in engine: Engine) -> Failure? {
    runCount += 1
    return engine.runCallback(cause: awaitsFirstDelivery ? beginning(in: engine) : cause, as: writeMode) {
      () throws(Failure) in
      try run(cause: cause)
    }
  }

  /// What a first delivery follows from: what has given it something to tell or, where nothing has happened, what has made it.
  @inline(never)
  private func beginning(in engine: Engine) -> CauseID {
    let news = CauseID(index: engine.graph.currentCause)
    return news == .none ? origin : news
  }

  /// What runs now is of another scope.
  @inline(never)
  private func tellElsewhere(_ cause: CauseID, in engine: Engine) -> Failure? {
    engine.inside(scope) { tell(cause, in: engine) }
  }

  /// Reports the failure to the scope; after too many in a row the callback is suspended.
  package final func failed(_ failure: Failure, cause: CauseID) {
    let trouble = pastTrouble
    trouble.inARow += 1
    didFail(failure)
    // What a handler of errors writes follows from what the callback was told.
    engine.caused(by: cause == .none ? beginning(in: engine) : cause) {
      note(failure, trail: engine.trail(of: cause))
      suspend(after: trouble.inARow)
    }
  }

  /// Counts and reports it.
  final func note(_ failure: Failure, trail: [String] = []) {
    let trouble = pastTrouble
    trouble.last = failure
    trouble.errors += 1
    report(Report(failure, during: title, trail: trail))
  }

  /// What it has written was applied, or could not be, which is reported already: as if it had raised.
  final func heldWritesApplied(_ failure: Failure?) {
    guard let failure else {
      trouble?.inARow = 0
      return
    }
    let trouble = pastTrouble
    trouble.last = failure
    trouble.errors += 1
    trouble.inARow += 1
    suspend(after: trouble.inARow) { scope.reportAfterWave(engine.located($0, at: place)) }
  }

  /// Where that many errors in a row are too many.
  final func suspend(after errors: Int) { suspend(after: errors) { report($0) } }

  private func suspend(after errors: Int, telling tell: (Report) -> Void) {
    guard errors >= engine.errorLimit, !isSuspended else { return }
    isSuspended = true
    tell(
      Report(
        Diagnostic(
          .bindSuspended, "\(title) was suspended after \(errors) errors in a row",
          notes: ["mend the cause and call resume() on its handle"]),
        during: title))
    suspensionChanged()
  }

  /// To the scope, at once or, while bindings settle, after the wave. What knows no line of its own gets that of the
  /// callback.
  /// - Parameter stillHolds: asked when bindings have settled.
  package final func report(_ report: Report, if stillHolds: @escaping () -> Bool = { true }) {
    let report = engine.located(report, at: place)
    if writeMode == .settling, engine.graph.isFlushing {
      engine.graph.hold(HeldReport(report, to: scope, stillHolds))
    } else {
      scope.report(report)
    }
  }

  open func didFail(_ failure: Failure) {}

  /// Called when what it has missed is known, before it hears of that.
  open func willHearAgain() {}

  /// Called before it goes on, for what goes on with it.
  open func willResume() {}

  /// Called after each change of `isSuspended`.
  open func suspensionChanged() {}

  /// Whether there is something to run for when a suspension ends.
  open var missedWhileSuspended: Bool { true }

  /// Ends it: no run starts after this returns; one that is running completes. Idempotent, allowed inside itself.
  package final func stop() {
    guard !isStopped else { return }
    isStopped = true
    scope.remove(self)
    engine.keep(count, of: place)
    engine.graph.dispose(node)
    if let trouble { trouble.last = trouble.last?.withoutObjects }
    didStop()
  }

  /// What settles goes on to its end: what it writes may be looked at from elsewhere.
  package func fallSilent() { if writeMode != .settling { engine.graph.setPaused(node, true) } }

  /// Called after each change of `isPaused`.
  open func pauseChanged() {}

  /// Misses what happens from now on. Undone with the transaction or callback that it is part of.
  package final func pause() {
    let resumed = resumesAtCommit
    resumesAtCommit = false
    guard !isStopped, !isPaused || resumed else { return }
    if engine.mode == .deferred {
      let wasPaused = isPaused
      engine.registered(Registration { [weak self] in self?.undoPause(wasPaused: wasPaused, resumed: resumed) })
    }
    guard !isPaused else { return }
    isPaused = true
    engine.graph.setPaused(node, true)
    pauseChanged()
  }

  private func undoPause(wasPaused: Bool, resumed: Bool) {
    guard !isStopped, !scope.isSilent else { return }
    resumesAtCommit = resumed
    guard !wasPaused, isPaused else { return }
    isPaused = false
    engine.reportOverrun(engine.graph.setPaused(node, false), during: title)
    pauseChanged()
  }

  /// Goes on after `pause()` or a suspension; a change missed meanwhile is delivered. Inside a transaction or
  /// callback that is at the commit, as all deliveries.
  package final func resume() {
    guard !isStopped, !scope.isSilent else { return }
    if engine.mode == .deferred {
      if resumesAtCommit { return }
      resumesAtCommit = true
      engine.registered(Registration { [weak self] in self?.resumesAtCommit = false })
      return engine.overlayForWriting().resumeAtCommit(self)
    }
    resumesAtCommit = false
    willResume()
    trouble?.inARow = 0
    if isSuspended {
      isSuspended = false
      suspensionChanged()
      if missedWhileSuspended { engine.reportOverrun(engine.graph.deliverInitially(node), during: title) }
    }
    guard isPaused else { return }
    isPaused = false
    let isTouched = missedTouch || engine.graph.isFlushing && presentTouch != nil
    if !isTouched, isUnchanged(CauseID(index: engine.graph.cause(of: node))) {
      engine.graph.forgetMissed(node)
      engine.graph.acknowledge(node)
    } else if !missedTouch, engine.graph.isFlushing {
      // Another callback of the wave may have put back what it has missed.
      engine.noteRewrite()
    }
    missedTouch = false
    willHearAgain()
    engine.reportOverrun(engine.graph.setPaused(node, false), during: title)
    pauseChanged()
  }
}

extension Engine {
  /// Runs the body with `scope` as the place of what is made. To be there already costs a compare.
  @inline(__always)
  package func inside<Result>(_ scope: Scope, _ body: () throws -> Result) rethrows -> Result {
    if self.scope === scope { return try body() }
    let outer = self.scope
    self.scope = scope
    defer { self.scope = outer }
    return try body()
  }

  /// Where what is made now belongs; raises when that scope is closed.
  /// - Parameter observing: it is one more observer, binding or effect, which may be one too many.
  package func openScope(
    for what: @autoclosure () -> String, observing: Bool = false
  ) throws(Failure) -> Scope {
    if mode == .pure { throw Failure.madeInPureFunction(what()) }
    if scope.isClosing { throw Failure.madeTooLate(what(), in: scope) }
    if scope.depth >= Scope.depthLimit { throw Failure.scopesTooDeep(what()) }
    if observing, graph.observerCount >= observerLimit { throw Failure.tooMany("observers", observerLimit, what()) }
    return scope
  }

  /// Raises when one more timer would be one too many.
  package func checkTimers(of clock: any WorldClock, for what: @autoclosure () -> String) throws(Failure) {
    if clock.pendingTimers - beginningTasks >= timerLimit { throw Failure.tooMany("timers", timerLimit, what()) }
  }
}
