/// Where a job or loadable stands, as scripts name it.
package enum Face: String, Sendable {
  case idle, loading, failed, loaded, reloading, degraded

  /// A pure function of three facts, so that no other flag can disagree.
  package init(hasValue: Bool, isActive: Bool, hasError: Bool) {
    self =
      switch (hasValue, isActive, hasError) {
      case (false, false, false): .idle
      case (false, true, _): .loading
      case (false, false, true): .failed
      case (true, false, false): .loaded
      case (true, true, _): .reloading
      case (true, false, true): .degraded
      }
  }

  /// The four phases of a loading state.
  package var phase: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .failed: "failed"
    case .loaded, .reloading, .degraded: "loaded"
    }
  }
}

/// When a job runs by itself.
package enum JobSchedule: Sendable {
  /// Only when asked.
  case manual
  /// A fixed grid anchored at the first run.
  case everyFromStart(Duration)
  /// A pause after the end of each run.
  case everyFromEnd(Duration)
}

/// One run's place in time.
package struct Fire: Sendable {
  package let nominal: Instant
  package let actual: Instant
  /// Grid points that passed without a run since the last one.
  package let missed: Int
}

/// The rules of a job's life, without clock, work or effects: events in, actions out.
package struct JobMachine {
  package enum Action {
    case start(generation: Int, Fire)
    /// The run of that generation must end; nothing it still says counts.
    case cancel(generation: Int)
    case schedule(Instant)
    case unschedule
    /// The facts below changed: tell the cells.
    case publish
  }

  package let schedule: JobSchedule
  package private(set) var generation = 0
  package private(set) var isActive = false
  package private(set) var hasValue = false
  package private(set) var hasError = false
  package private(set) var runs = 0
  package private(set) var failures = 0
  package private(set) var skipped = 0
  package private(set) var missed = 0
  package private(set) var nextRun: Instant?
  private var anchor: Instant?
  private var isStopped = false
  private var isPaused = false
  private var faceBeforeRun = (hasValue: false, hasError: false)

  package init(schedule: JobSchedule) { self.schedule = schedule }

  package var face: Face { Face(hasValue: hasValue, isActive: isActive, hasError: hasError) }

  /// The job was declared: the first run is due at once, or after one period.
  package mutating func declared(at now: Instant, immediate: Bool) -> [Action] {
    switch schedule {
    case .manual: return []
    case .everyFromStart(let period), .everyFromEnd(let period):
      let first = immediate ? now : now + period
      anchor = first
      nextRun = first
      return [.schedule(first), .publish]
    }
  }

  /// The scheduled time has come (or has passed while nothing could run).
  package mutating func due(at now: Instant) -> [Action] {
    guard !isStopped, let nominal = nextRun else { return [] }
    var actions: [Action] = []
    var passed = 0
    if case .everyFromStart(let period) = schedule {
      let late = (now - nominal).wholeNanoseconds / max(period.wholeNanoseconds, 1)
      passed = Int(max(0, late))
      missed += passed
      let (ahead, isBeyond) = period.wholeNanoseconds.multipliedReportingOverflow(by: Int64(passed) + 1)
      let next = nominal + .nanoseconds(isBeyond ? .max : ahead)
      nextRun = next
      actions.append(.schedule(next))
    } else {
      nextRun = nil
    }
    guard !isActive else {
      skipped += 1
      return actions + [.publish]
    }
    return actions + begin(Fire(nominal: nominal, actual: now, missed: passed))
  }

  /// Asked for by hand: supersedes a run that is under way.
  package mutating func refresh(at now: Instant) -> [Action] {
    guard !isStopped else { return [] }
    let cancelled: [Action] = isActive ? [.cancel(generation: generation)] : []
    if isActive { (hasValue, hasError) = faceBeforeRun }
    return cancelled + begin(Fire(nominal: now, actual: now, missed: 0))
  }

  private mutating func begin(_ fire: Fire) -> [Action] {
    generation += 1
    faceBeforeRun = (hasValue, hasError)
    isActive = true
    runs += 1
    return [.publish, .start(generation: generation, fire)]
  }

  /// A run has ended. An older answer changes nothing.
  package mutating func finished(generation ended: Int, succeeded: Bool, at now: Instant) -> [Action] {
    guard ended == generation, isActive, !isStopped else { return [] }
    isActive = false
    if succeeded {
      hasValue = true
      hasError = false
    } else {
      hasError = true
      failures += 1
    }
    return [.publish] + scheduleAfterEnd(at: now)
  }

  /// Calls the run off; the face goes back to what it was before it.
  package mutating func cancel(at now: Instant) -> [Action] {
    guard isActive else { return [] }
    isActive = false
    (hasValue, hasError) = faceBeforeRun
    return [.cancel(generation: generation), .publish] + scheduleAfterEnd(at: now)
  }

  private mutating func scheduleAfterEnd(at now: Instant) -> [Action] {
    guard case .everyFromEnd(let pause) = schedule, nextRun == nil, !isStopped else { return [] }
    let next = now + pause
    nextRun = next
    return [.schedule(next), .publish]
  }

  package mutating func stop() -> [Action] {
    guard !isStopped else { return [] }
    isStopped = true
    nextRun = nil
    var actions: [Action] = [.unschedule]
    if isActive {
      isActive = false
      (hasValue, hasError) = faceBeforeRun
      actions.append(.cancel(generation: generation))
    }
    return actions + [.publish]
  }
}
