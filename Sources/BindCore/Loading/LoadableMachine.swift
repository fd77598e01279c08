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

  /// An explicit call waits for the present generation.
  private var isHeld = false
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

  package init(policy: LoadablePolicy = LoadablePolicy()) { self.policy = policy }

  /// There is a value from the start, stale until it is loaded.
  package mutating func hydrate() {
    hasValue = true
    isStale = true
  }

  package var isActive: Bool { activity != .none }
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
    observers += 1
    guard observers == 1 else { return [] }
    let quieted: [Action] = [.unschedule(.linger), .unschedule(.collect)]
    if isActive { return quieted }
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
    var actions: [Action] = [.unschedule(.poll)]
    if hasValue || hasError { actions.append(.schedule(.collect, now + policy.collectAfter)) }
    if isActive, !isHeld, !policy.keepsRunning { actions.append(.schedule(.linger, now + policy.linger)) }
    return actions
  }

  // MARK: What is asked for

  /// Starts unless there is a fresh value; joins what is under way. The run is held to its end.
  package mutating func load(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    if isActive {
      isHeld = true
      return [.unschedule(.linger)]
    }
    if face == .loaded, !isOld(at: now) || policy.fresh == .always { return [] }
    isHeld = true
    return begin(at: now)
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

  /// Calls off what is under way: all is as it was before it.
  package mutating func cancel(at now: Instant) -> [Action] {
    guard isActive || isWaitingForWrites else { return [] }
    foldDirty()
    wantsFetch = false
    quietSince = nil
    attempts = 0
    return [.unschedule(.quiet)] + stopFetch() + end(.cancelled, at: now)
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
      + (isActive || isObserved ? [] : [.schedule(.collect, now + policy.collectAfter)])
  }

  /// What is known may be wrong.
  package mutating func invalidate(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    if isActive || openWrites > 0 {
      isDirty = true
      return []
    }
    if isObserved { return begin(at: now) }
    if hasValue { isStale = true }
    return []
  }

  /// Back to the beginning; who observes it starts it anew.
  package mutating func reset(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    let actions = cancel(at: now) + clear()
    return isObserved ? actions + begin(at: now) : actions
  }

  /// A write on top of the base has begun.
  package mutating func writeBegan(at now: Instant) -> [Action] {
    guard !isClosed else { return [] }
    openWrites += 1
    epoch += 1
    return noteWrite(at: now)
  }

  /// It has ended, confirmed or not.
  package mutating func writeEnded(at now: Instant) -> [Action] {
    guard !isClosed, openWrites > 0 else { return [] }
    openWrites -= 1
    epoch += 1
    let actions = noteWrite(at: now)
    guard openWrites == 0 else { return actions }
    if wantsFetch {
      wantsFetch = false
      return actions + follow(at: now)
    }
    if !isActive, isDirty {
      isDirty = false
      if isObserved { return actions + begin(at: now) }
      if hasValue { isStale = true }
    }
    return actions
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
    var actions: [Action] = [.unschedule(.attempt), .commit] + end(.loaded, at: now)
    if isDirty {
      isDirty = false
      if isObserved { return actions + begin(at: now) }
    }
    actions += scheduleExpiry(at: now)
    return actions
  }

  /// - Parameters:
  ///   - isRetryable: it may pass by itself.
  ///   - notBefore: the other side asks for so long a pause.
  ///   - chance: from 0 to 1, for the length of the pause.
  package mutating func failed(
    _ number: Int, isRetryable: Bool, notBefore: Duration = .zero, chance: Double, at now: Instant
  ) -> [Action] {
    guard isCurrent(number) else { return [] }
    let pause = max(policy.retry.delay(before: attempts, chance: chance), notBefore)
    let next = now + pause
    if isRetryable, attempts <= policy.retry.limit, next + .milliseconds(1) <= deadline {
      activity = .backoff
      return [.unschedule(.attempt), .schedule(.retry, next)]
    }
    activity = .none
    hasError = true
    if hasValue { isStale = true }
    isDirty = false
    return [.unschedule(.attempt), .keepFailure] + end(.failed, at: now)
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
      guard isActive, !isObserved, !isHeld, !policy.keepsRunning else { return [] }
      return cancel(at: now)
    case .collect:
      guard !isObserved, !isActive else { return [] }
      return clear()
    case .poll:
      guard isObserved, !isActive else { return [] }
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
    }
  }

  /// Its scope has ended: nothing is heard of it any more.
  package mutating func close() -> [Action] {
    guard !isClosed else { return [] }
    let actions = isActive ? [Action.abort(generation: generation)] : []
    isClosed = true
    activity = .none
    return actions + Timer.allCases.map { .unschedule($0) }
  }

  // MARK: Steps

  private mutating func begin(at now: Instant) -> [Action] {
    generation += 1
    attempts = 0
    fetchEpoch = epoch
    countsAnyway = false
    wantsFetch = false
    quietSince = nil
    deadline = now + policy.deadline
    return [.unschedule(.poll), .unschedule(.expiry), .unschedule(.collect), .unschedule(.quiet)] + attempt(at: now)
  }

  private mutating func attempt(at now: Instant) -> [Action] {
    attempts += 1
    activity = .running
    return [
      .start(generation: generation, attempt: attempts), .schedule(.attempt, min(now + policy.timeout, deadline)),
    ]
  }

  private mutating func isCurrent(_ number: Int) -> Bool {
    if !isClosed, number == generation, activity == .running { return true }
    discarded += 1
    return false
  }

  /// The answer is from before a write: it is dropped, and asked for anew when no write is open.
  private mutating func overtakenByWrite(at now: Instant) -> [Action] {
    discarded += 1
    overtaken += 1
    isDirty = false
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
    if isObserved || isHeld || policy.keepsRunning { return begin(at: now) }
    if hasValue { isStale = true }
    return end(.cancelled, at: now)
  }

  private mutating func noteWrite(at now: Instant) -> [Action] {
    guard let quietSince else { return [] }
    return [.schedule(.quiet, min(now + Self.quiet, quietSince + Self.quietCap))]
  }

  /// The fetch or its retry ends without an answer.
  private mutating func stopFetch() -> [Action] {
    let wasRunning = activity == .running
    activity = .none
    return (wasRunning ? [.abort(generation: generation)] : []) + [.unschedule(.attempt), .unschedule(.retry)]
  }

  private mutating func end(_ outcome: Outcome, at now: Instant) -> [Action] {
    isHeld = false
    var actions: [Action] = [.unschedule(.linger), .settle(generation: generation, outcome)]
    if isObserved {
      actions += schedulePoll(at: now)
    } else if hasValue || hasError {
      actions.append(.schedule(.collect, now + policy.collectAfter))
    }
    return actions
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
    guard let poll = policy.poll, isObserved else { return [] }
    return [.schedule(.poll, now + poll)]
  }

  private func scheduleExpiry(at now: Instant) -> [Action] {
    guard case .lasting(let time) = policy.fresh, time > .zero, !isStale else { return [] }
    return [.schedule(.expiry, now + time)]
  }
}
