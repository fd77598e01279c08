/// The rules of loading, without clock, work or effects: events in, actions out.
///
/// It holds no value: `hasValue` and `hasError` say what its owner holds. A *generation* is one started fetch with its
/// retries; an *epoch* counts writes to the base. What an older generation says, and what was asked for before a write,
/// counts no more.
package struct LoadableMachine {
  package enum Activity: Equatable, Sendable {
    case none, running
    /// Between two attempts.
    case backoff
    /// It goes on when the world around it is as it should be.
    case paused(Pause)
  }

  package enum Pause: String, Equatable, Sendable {
    case offline, hidden
  }

  package enum Timer: CaseIterable, Sendable {
    /// The present attempt has taken too long.
    case attempt
    /// The pause before the next attempt is over.
    case retry
    /// The last holder left so long ago.
    case linger
    /// Nobody has looked at the value for long.
    case collect
    case poll
    /// The value is fresh no longer.
    case expiry
    /// Writes have been quiet for a while.
    case quiet
    /// The time for the whole cycle has run out while it was paused.
    case deadline
  }

  package enum Action: Equatable {
    /// Fetch. `attempt` counts from 1.
    case start(generation: Int, attempt: Int)
    /// The fetch must end; nothing it still says counts.
    case abort(generation: Int)
    /// The arrived value becomes the base.
    case commit
    /// The arrived failure becomes the error.
    case keepFailure
    /// Value and error are gone.
    case forget
    case schedule(Timer, Instant)
    case unschedule(Timer)
    /// Whoever waits for this generation, or an older one, has its answer.
    case settle(generation: Int, Outcome)
  }

  package enum Outcome: Equatable, Sendable {
    case loaded, failed, cancelled
  }

  package let policy: LoadablePolicy
  package private(set) var hasValue = false
  package private(set) var hasError = false
  package private(set) var activity = Activity.none
  package private(set) var generation = 0
  package private(set) var epoch = 0
  /// Attempts of the present or last cycle.
  package private(set) var attempts = 0
  package private(set) var isStale = false
  package private(set) var updatedAt: Instant?
  /// Answers that came too late to count.
  package private(set) var discarded = 0
  package private(set) var observers = 0
  package private(set) var isClosed = false
  /// A stream that has given something and has not ended.
  package private(set) var isOpen = false

  /// An explicit call holds the present run to its end.
  private var isHeld = false
  /// Callers that wait for it and may stop waiting.
  private var waiting = 0
  /// Invalidated while a fetch was under way.
  private var isDirty = false
  /// Writes that have begun and not ended.
  private var openWrites = 0
  private var fetchEpoch = 0
  private var deadline = Instant(nanoseconds: 0)
  /// Answers in a row that a write had made old.
  private var overtaken = 0
  /// The present fetch counts although there were writes meanwhile.
  private var countsAnyway = false
  /// Another fetch is due when the last open write has ended.
  private var wantsFetch = false
  /// When it began to wait for quiet.
  private var quietSince: Instant?
  /// Why nothing may be sent now.
  private var obstacle: Pause?
  /// When the present pause began.
  private var pausedSince: Instant?
  private var isHidden = false
  private var lastReturn: Instant?

  package init(policy: LoadablePolicy = LoadablePolicy()) { self.policy = policy }

  /// There is a value from the start, stale until it is loaded.
  package mutating func hydrate() {
    hasValue = true
    isStale = true
  }

  /// There is a value from an earlier run, which was known to be true at that moment.
  package mutating func hydrate(since moment: Instant, at now: Instant) -> [Action] {
    hasValue = true
    updatedAt = moment
    if case .lasting(let time) = policy.fresh { isStale = now - moment >= time }
    return scheduleExpiry(at: moment)
  }

  package var isActive: Bool { activity != .none }
  /// Something runs that can be called off.
  private var hasWork: Bool { activity == .running || isOpen }
  /// A stream that is followed, and has not failed: there is nothing to ask for.
  private var isFollowed: Bool { isOpen && !hasError }
  package var face: Face { Face(hasValue: hasValue, isActive: isActive, hasError: hasError) }
  package var isObserved: Bool { observers > 0 }
  /// The next fetch waits for writes to end or to be quiet.
  private var isWaitingForWrites: Bool { wantsFetch || quietSince != nil }

  /// How many answers in a row writes may overtake before the next fetch waits for quiet.
  private static let patience = 3
  private static let quiet = Duration.milliseconds(250)
  private static let quietCap = Duration.seconds(5)

  private func isOld(at now: Instant) -> Bool {
    switch policy.fresh {
    case .always: return false
    case .lasting(let time):
      guard !isStale, let updatedAt else { return true }
      return now - updatedAt >= time
    }
  }

  // MARK: Who looks

  /// An observer has come.
  package mutating func observed(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    // The last one has left in this very turn: what goes on does so for who takes over.
    let takesOver = isOpen && canLinger && policy.linger == .zero
    observers += 1
    guard observers == 1 else { return [] }
    let quieted: [Action] = [.unschedule(.linger), .unschedule(.collect)]
    if isActive || isFollowed || takesOver || !policy.startsWhenObserved { return quieted }
    switch face {
    case .idle: return quieted + begin(at: now)
    case .failed: return quieted + (policy.retriesOnObserve ? begin(at: now) : [])
    default:
      if isOld(at: now) { return quieted + begin(at: now) }
      return quieted + schedulePoll(at: now)
    }
  }

  /// An observer has left.
  package mutating func unobserved(at now: Instant) -> [Action] {
    guard !isClosed, observers > 0 else { return [] }
    observers -= 1
    guard observers == 0 else { return [] }
    return [.unschedule(.poll)] + scheduleCollection(at: now) + scheduleLinger(at: now)
  }

  /// What nobody waits for is called off after a while.
  private func scheduleLinger(at now: Instant) -> [Action] {
    isActive || isOpen ? canLinger ? [.schedule(.linger, now + policy.linger)] : [] : []
  }

  private var canLinger: Bool { !isWanted && !policy.keepsRunning && policy.startsWhenObserved }
  /// It has a holder.
  private var isWanted: Bool { isObserved || isHeld || waiting > 0 }

  private func scheduleCollection(at now: Instant) -> [Action] {
    guard let time = policy.collectAfter, !isObserved, hasValue || hasError else { return [] }
    return [.schedule(.collect, now + time)]
  }

  // MARK: What is asked for

  /// Starts unless there is a fresh value; joins what is under way.
  /// - Parameter waits: the caller holds the run until it stops waiting; else the run is held to its end.
  package mutating func load(at now: Instant, waits: Bool = false) -> [Action] {
    guard !isClosed else { return [] }
    if isActive {
      hold(waits: waits)
      return [.unschedule(.linger)]
    }
    if isFollowed { return [] }
    if face == .loaded, !isOld(at: now) || policy.fresh == .always { return [] }
    hold(waits: waits)
    return begin(at: now)
  }

  private mutating func hold(waits: Bool) { if waits { waiting += 1 } else { isHeld = true } }

  /// A caller that waited was called off itself.
  package mutating func stoppedWaiting(at now: Instant) -> [Action] {
    guard !isClosed, waiting > 0 else { return [] }
    waiting -= 1
    return isWanted ? [] : scheduleLinger(at: now)
  }

  /// Starts anew whatever there is; a reload under way is called off. A first load is joined, and followed by another one.
  package mutating func refresh(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    isHeld = true
    switch face {
    case .loading:
      if epoch != fetchEpoch { isDirty = true }
      return [.unschedule(.linger)]
    case .reloading: return [.unschedule(.linger)] + stopFetch() + begin(at: now)
    default: return begin(at: now)
    }
  }

  /// Something has arrived that nobody asked for: a cycle of its own, which runs until the answer is told.
  package mutating func arrives(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    let actions = stopFetch()
    startCycle(at: now)
    attempts = 1
    activity = .running
    return actions
  }

  /// Calls off what is under way: all is as it was before it.
  package mutating func cancel(at now: Instant) -> [Action] {
    guard isActive || isOpen || isWaitingForWrites else { return [] }
    return revert(at: now)
  }

  /// The fetch has ended because what it waited for was called off: as if it had been called off itself.
  package mutating func calledOff(_ number: Int, at now: Instant) -> [Action] {
    guard isCurrent(number) else { return [] }
    activity = .none
    if isOpen { isStale = true }
    isOpen = false
    return revert(at: now)
  }

  private mutating func revert(at now: Instant) -> [Action] {
    foldDirty()
    // What is no longer followed is no longer known to be true.
    if isOpen { isStale = true }
    wantsFetch = false
    quietSince = nil
    attempts = 0
    return [.unschedule(.quiet)] + stopFetch() + end(.cancelled, at: now) + growOld(at: now)
  }

  /// The base was written.
  package mutating func set(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    epoch += 1
    hasValue = true
    hasError = false
    isStale = false
    updatedAt = now
    return noteWrite(at: now) + scheduleExpiry(at: now)
      + (isActive || isOpen ? [] : scheduleCollection(at: now))
  }

  /// What is known may be wrong.
  package mutating func invalidate(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    if isActive || openWrites > 0 {
      isDirty = true
      return []
    }
    if hasValue { isStale = true }
    return isObserved && policy.startsWhenObserved ? begin(at: now) : []
  }

  /// Back to the beginning; who observes it starts it anew.
  package mutating func reset(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    let actions = cancel(at: now) + clear()
    return isObserved && policy.startsWhenObserved ? actions + begin(at: now) : actions
  }

  /// A write on top of the base has begun.
  package mutating func writeBegan(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    openWrites += 1
    epoch += 1
    return noteWrite(at: now)
  }

  /// It has not been sent and waits for a base: what is fetched meanwhile counts.
  package mutating func writeHeldBack(at now: Instant) -> [Action] {
    guard !isClosed, openWrites > 0 else { return [] }
    openWrites -= 1
    return afterWrite(at: now)
  }

  /// It has ended, confirmed or not.
  package mutating func writeEnded(at now: Instant) -> [Action] {
    guard !isClosed, openWrites > 0 else { return [] }
    openWrites -= 1
    epoch += 1
    return noteWrite(at: now) + afterWrite(at: now)
  }

  private mutating func afterWrite(at now: Instant) -> [Action] {
    guard openWrites == 0 else { return [] }
    if wantsFetch {
      wantsFetch = false
      return follow(at: now)
    }
    let followUp = isActive ? [] : askAnew(at: now)
    if !followUp.isEmpty { return followUp }
    return isObserved || isActive || isOpen ? [] : scheduleCollection(at: now)
  }

  // MARK: What arrives

  package mutating func succeeded(_ number: Int, at now: Instant) -> [Action] {
    guard isCurrent(number) else { return [] }
    if epoch != fetchEpoch || openWrites > 0, !countsAnyway { return overtakenByWrite(at: now) }
    let wasOvertaken = epoch != fetchEpoch
    activity = .none
    hasValue = true
    hasError = false
    updatedAt = now
    isStale = isDirty || wasOvertaken
    overtaken = 0
    return [.unschedule(.attempt), .commit] + end(.loaded, at: now) + scheduleExpiry(at: now) + askAnew(at: now)
  }

  /// A stream has given something; it goes on.
  package mutating func item(_ number: Int, at now: Instant) -> [Action] {
    guard isCurrent(number) else { return [] }
    let isFirst = !isOpen
    isOpen = true
    activity = .none
    hasValue = true
    hasError = false
    isStale = isDirty
    updatedAt = now
    attempts = 1
    if !isFirst { return [.commit, .settle(generation: generation, .loaded)] + scheduleExpiry(at: now) }
    return [.unschedule(.attempt), .commit] + end(.loaded, at: now) + scheduleExpiry(at: now) + askAnew(at: now)
  }

  /// A stream has nothing to give for now; it goes on.
  package mutating func itemFailed(_ number: Int, at now: Instant) -> [Action] {
    guard isCurrent(number) else { return [] }
    isOpen = true
    activity = .none
    hasError = true
    if hasValue { isStale = true }
    attempts = 1
    return [.unschedule(.attempt), .keepFailure] + end(.failed, at: now) + askAnew(at: now)
  }

  /// A stream has ended. One that has given nothing has failed, unless there is a value already.
  package mutating func streamEnded(_ number: Int, at now: Instant) -> [Action] {
    guard isCurrent(number) else { return [] }
    let hadItem = isOpen
    isOpen = false
    activity = .none
    if hadItem { return [.unschedule(.linger)] + schedulePoll(at: now) + scheduleCollection(at: now) }
    if hasValue {
      hasError = false
      return [.unschedule(.attempt), .commit] + end(.loaded, at: now) + askAnew(at: now)
    }
    return giveUp(at: now)
  }

  /// - Parameters:
  ///   - isRetryable: it may pass by itself.
  ///   - notBefore: the other side asks for so long a pause.
  ///   - chance: from 0 to 1, for the length of the pause.
  package mutating func failed(
    _ number: Int, isRetryable: Bool, notBefore: Duration = .zero, chance: Double, at now: Instant
  ) -> [Action] {
    guard isCurrent(number) else { return [] }
    if isOpen {
      // A stream that has worked so far begins a new cycle.
      isOpen = false
      deadline = policy.deadline.map { now + $0 } ?? .distantFuture
    }
    let pause = max(policy.retry.delay(before: attempts, chance: chance), notBefore)
    let next = now + pause
    if isRetryable, attempts <= policy.retry.limit, next + .milliseconds(1) <= deadline {
      if let obstacle { return [.unschedule(.attempt)] + hold(for: obstacle, at: now) }
      activity = .backoff
      return [.unschedule(.attempt), .schedule(.retry, next)]
    }
    return giveUp(at: now)
  }

  /// No attempt is left.
  private mutating func giveUp(at now: Instant) -> [Action] {
    activity = .none
    hasError = true
    if hasValue { isStale = true }
    return [.unschedule(.attempt), .keepFailure] + end(.failed, at: now) + askAnew(at: now)
  }

  /// What it has just committed does not stand: as before that, for a failure to come.
  /// - Parameter after: as it was then.
  /// - Returns: whether nothing else has happened since.
  package mutating func takeBack(to before: LoadableMachine, since after: LoadableMachine) -> Bool {
    guard !isClosed, hasValue, epoch == before.epoch, generation == before.generation,
      after.generation == generation, (activity, isOpen) == (after.activity, after.isOpen)
    else { return false }
    (activity, isOpen, attempts, overtaken) = (before.activity, before.isOpen, before.attempts, before.overtaken)
    (hasValue, hasError) = (before.hasValue, before.hasError)
    (isStale, isDirty, updatedAt) = (before.isStale || isStale, before.isDirty || isDirty, before.updatedAt)
    return true
  }

  /// A timer that was asked for has run out.
  /// - Parameter chance: as for `failed`.
  package mutating func due(_ timer: Timer, chance: Double = 1, at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    switch timer {
    case .attempt:
      guard activity == .running else { return [] }
      return [.abort(generation: generation)]
        + failed(generation, isRetryable: true, chance: chance, at: now)
    case .retry:
      guard activity == .backoff else { return [] }
      return attempt(at: now)
    case .linger:
      guard isActive || isOpen, canLinger else { return [] }
      return cancel(at: now)
    case .collect:
      guard !isObserved, !isActive, !isOpen, openWrites == 0 else { return [] }
      return clear()
    case .poll:
      guard isObserved, !isActive, !isOpen else { return [] }
      // What is hidden is not polled; it is looked at again when it is seen.
      if isHidden, !policy.pollsHidden { return schedulePoll(at: now) }
      return begin(at: now)
    case .expiry:
      isStale = true
      return []
    case .quiet:
      guard activity == .none, quietSince != nil else { return [] }
      quietSince = nil
      let actions = follow(at: now)
      countsAnyway = isActive
      return actions
    case .deadline:
      guard case .paused = activity else { return [] }
      return giveUp(at: now)
    }
  }

  // MARK: The world around

  /// How often a return may cause a reload.
  private static let returnGap = Duration.seconds(5)

  /// The network, or somebody's attention, has come or gone. What runs is left to end by itself.
  package mutating func surroundings(isOnline: Bool, isHidden hidden: Bool, at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    let before = obstacle
    let wasHidden = isHidden
    isHidden = hidden
    obstacle = !isOnline ? .offline : hidden && policy.pausesHidden ? .hidden : nil
    if let obstacle {
      switch activity {
      case .backoff: return [.unschedule(.retry)] + hold(for: obstacle, at: now)
      case .paused: return hold(for: obstacle, at: now)
      case .none, .running: return []
      }
    }
    if case .paused = activity {
      if policy.pausesDeadline, deadline != .distantFuture, let pausedSince {
        deadline = deadline + (now - pausedSince)
      }
      pausedSince = nil
      return [.unschedule(.deadline)] + attempt(at: now)
    }
    guard before == .offline || wasHidden && !hidden, isObserved, !isActive, !isFollowed, policy.startsWhenObserved
    else { return [] }
    if let lastReturn, now - lastReturn < Self.returnGap { return [] }
    lastReturn = now
    switch face {
    case .failed: return before == .offline && policy.reloadsOnReconnect ? begin(at: now) : []
    case .loaded: return isOld(at: now) && policy.fresh != .always ? begin(at: now) : []
    case .degraded: return begin(at: now)
    default: return []
    }
  }

  private mutating func hold(for reason: Pause, at now: Instant) -> [Action] {
    if case .paused = activity {} else { pausedSince = now }
    activity = .paused(reason)
    return policy.pausesDeadline || deadline == .distantFuture ? [] : [.schedule(.deadline, deadline)]
  }

  /// Its scope has ended: nothing is heard of it any more.
  package mutating func close() -> [Action] {
    guard !isClosed else { return [] }
    let actions = hasWork ? [Action.abort(generation: generation)] : []
    isClosed = true
    isOpen = false
    activity = .none
    return actions + Timer.allCases.map { .unschedule($0) }
  }

  // MARK: Steps

  private mutating func begin(at now: Instant) -> [Action] {
    // An open stream makes room for the new one.
    let closed = isOpen ? stopFetch() : []
    startCycle(at: now)
    let quieted: [Action] = [.unschedule(.poll), .unschedule(.expiry), .unschedule(.collect), .unschedule(.quiet)]
    return closed + quieted + (obstacle.map { hold(for: $0, at: now) } ?? attempt(at: now))
  }

  private mutating func startCycle(at now: Instant) {
    generation += 1
    attempts = 0
    fetchEpoch = epoch
    countsAnyway = false
    wantsFetch = false
    quietSince = nil
    deadline = policy.deadline.map { now + $0 } ?? .distantFuture
  }

  private mutating func attempt(at now: Instant) -> [Action] {
    attempts += 1
    activity = .running
    let limit = min(policy.timeout.map { now + $0 } ?? .distantFuture, deadline)
    let start = Action.start(generation: generation, attempt: attempts)
    return limit == .distantFuture ? [start] : [start, .schedule(.attempt, limit)]
  }

  /// What this generation says counts.
  package func counts(_ number: Int) -> Bool { !isClosed && number == generation && hasWork }

  private mutating func isCurrent(_ number: Int) -> Bool {
    if counts(number) { return true }
    discarded += 1
    return false
  }

  /// The answer is from before a write: it is dropped, and asked for anew when no write is open.
  private mutating func overtakenByWrite(at now: Instant) -> [Action] {
    discarded += 1
    overtaken += 1
    foldDirty()
    activity = .none
    let actions: [Action] = [.unschedule(.attempt), .unschedule(.linger)]
    if overtaken >= Self.patience {
      quietSince = now
      return actions + [.schedule(.quiet, now + Self.quiet)]
    }
    if openWrites > 0 {
      wantsFetch = true
      return actions
    }
    return actions + follow(at: now)
  }

  /// One more fetch after what writes have overtaken, if anybody still wants it.
  private mutating func follow(at now: Instant) -> [Action] {
    if isObserved && policy.startsWhenObserved || isHeld || waiting > 0 || policy.keepsRunning {
      return begin(at: now)
    }
    if hasValue { isStale = true }
    return end(.cancelled, at: now)
  }

  private mutating func noteWrite(at now: Instant) -> [Action] {
    guard let quietSince else { return [] }
    return [.schedule(.quiet, min(now + Self.quiet, quietSince + Self.quietCap))]
  }

  /// The fetch or its retry ends without an answer.
  private mutating func stopFetch() -> [Action] {
    let hadWork = hasWork
    activity = .none
    isOpen = false
    return (hadWork ? [.abort(generation: generation)] : [])
      + [.unschedule(.attempt), .unschedule(.retry), .unschedule(.deadline)]
  }

  private mutating func end(_ outcome: Outcome, at now: Instant) -> [Action] {
    isHeld = false
    waiting = 0
    var actions: [Action] = [.unschedule(.linger), .settle(generation: generation, outcome)]
    actions += isObserved ? schedulePoll(at: now) : scheduleCollection(at: now)
    if isOpen { actions += scheduleLinger(at: now) }
    return actions
  }

  /// What was invalidated meanwhile is asked for once more, as soon as no write is open: what has come is of before.
  private mutating func askAnew(at now: Instant) -> [Action] {
    guard isDirty, openWrites == 0 else { return [] }
    foldDirty()
    return isObserved && policy.startsWhenObserved ? begin(at: now) : []
  }

  private mutating func foldDirty() {
    if isDirty, hasValue { isStale = true }
    isDirty = false
  }

  private mutating func clear() -> [Action] {
    hasValue = false
    hasError = false
    isStale = false
    isDirty = false
    updatedAt = nil
    attempts = 0
    return [.forget, .unschedule(.collect), .unschedule(.expiry), .unschedule(.poll)]
  }

  private func schedulePoll(at now: Instant) -> [Action] {
    guard let poll = policy.poll, isObserved, !isOpen else { return [] }
    return [.schedule(.poll, now + poll)]
  }

  private func scheduleExpiry(at now: Instant) -> [Action] {
    guard case .lasting(let time) = policy.fresh, time > .zero, !isStale else { return [] }
    return [.schedule(.expiry, now + time)]
  }

  /// The present value goes on growing old, after a reload that came to nothing.
  private mutating func growOld(at now: Instant) -> [Action] {
    guard let updatedAt, policy.fresh != .lasting(.zero) else { return [] }
    if isOld(at: now) { isStale = true }
    return scheduleExpiry(at: updatedAt)
  }
}
