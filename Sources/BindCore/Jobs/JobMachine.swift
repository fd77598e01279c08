/// The rules of a job's life, without clock, work or effects: events in, actions out.
package struct JobMachine {
  package enum Action: Equatable {
    /// Begin a run. Runs are counted from 1.
    case start(run: Int, Fire)
    /// All runs under way must end; `gone` is to be called when nothing of them is left.
    case cancel
    /// Look at the timetable again then: something is due, or the wall clock may have been set.
    case schedule(Instant)
    case unschedule
    /// The facts below changed: tell the cells.
    case publish
    /// It runs by itself no more.
    case disabled(failures: Int)
  }

  package let policy: JobPolicy
  package private(set) var runs = 0
  package private(set) var failures = 0
  package private(set) var skipped = 0
  package private(set) var missed = 0
  /// Runs under way.
  package private(set) var running: Set<Int> = []
  package private(set) var isStopped = false
  package private(set) var isPaused: Bool
  /// Another machine has the lock of the job: nothing runs here.
  package private(set) var isStandingBy = false
  private var timetable: Timetable
  /// How much later than on the timetable the next run begins.
  private var delay = Duration.zero
  /// Missed since the last run.
  private var missedSince = 0
  /// Waits for the end of the run under way.
  private var queued: Fire?
  /// Runs that were late and take place one after the other.
  private var backlog: [Fire] = []
  /// What was called off has not gone yet.
  private(set) var isWaiting = false
  private var failuresInRow = 0

  /// A wall clock may be set at any time: so often it is looked at.
  package static let wallCheck = Duration.seconds(60)

  /// - Parameter isStandingBy: it runs when it is told that nobody else does.
  package init(policy: JobPolicy, isStandingBy: Bool = false) {
    self.policy = policy
    self.isStandingBy = isStandingBy
    isPaused = policy.isPaused
    timetable = Timetable(policy.schedule)
  }

  private var isResting: Bool { isPaused || isStandingBy }

  package var isActive: Bool { !running.isEmpty }

  /// When the next run is due; nil if none is.
  package func nextRun(at moment: Moment) -> WallTime? {
    isResting || isStopped ? nil : timetable.nextTime(at: moment).map { $0 + delay }
  }

  // MARK: Time

  /// The job was declared.
  /// - Parameters:
  ///   - chance: from 0 to 1, for the jitter.
  ///   - lastDate: when it was last due before a restart.
  package mutating func declared(at moment: Moment, lastDate: WallTime? = nil, chance: Double = 0) -> [Action] {
    timetable.begin(at: moment, immediate: policy.immediate, lastDate: lastDate)
    var actions: [Action] = []
    if policy.immediate == true, case .cron = policy.schedule, !isResting {
      actions = request(Fire(nominal: moment.date, actual: moment.date, missed: 0))
    }
    return actions + planNext(at: moment, chance: chance) + [.publish]
  }

  private mutating func planNext(at moment: Moment, chance: Double) -> [Action] {
    delay = .zero
    if policy.jitter > .zero, let gap = timetable.gap() {
      // Whole nanoseconds, as timers are.
      delay = .nanoseconds((min(policy.jitter, gap) * ((policy.splay ?? chance) * 0.999)).wholeNanoseconds)
    }
    return plan(at: moment)
  }

  private func plan(at moment: Moment) -> [Action] {
    guard !isResting, !isStopped, let remaining = timetable.remaining(at: moment) else { return [.unschedule] }
    let wait = max(remaining, .zero) + delay
    switch policy.schedule {
    case .cron, .at: return [.schedule(moment.now + min(wait, Self.wallCheck))]
    default: return [.schedule(moment.now + wait)]
    }
  }

  /// The time has come that was asked for.
  /// - Parameter chance: from 0 to 1, for the jitter.
  package mutating func due(at moment: Moment, chance: Double = 0) -> [Action] {
    guard !isStopped, !isResting else { return [] }
    guard let remaining = timetable.remaining(at: moment), remaining + delay <= .zero else { return plan(at: moment) }
    let late = delay
    let passed = timetable.take(at: moment)
    let started = fire(passed, delay: late, at: moment)
    // Nothing began that could end.
    if !isActive, !isWaiting { timetable.runEnded(at: moment) }
    return started + planNext(at: moment, chance: chance) + [.publish]
  }

  private mutating func fire(_ passed: Timetable.Passed, delay: Duration, at moment: Moment) -> [Action] {
    guard let latest = passed.times.last, let earliest = passed.times.first else { return [] }
    let isLate = moment.date.seconds - (latest + delay).seconds > policy.grace.inSeconds
    func fire(_ nominal: WallTime, _ missed: Int) -> Fire {
      Fire(nominal: nominal, actual: moment.date, missed: missed)
    }
    if passed.count == 1, !isLate { return request(fire(latest, 0)) }
    switch policy.misfire {
    case .latest:
      miss(passed.count - 1)
      return request(fire(latest, 0))
    case .earliest:
      miss(passed.count - 1)
      return request(fire(earliest, 0))
    case .none:
      miss(isLate ? passed.count : passed.count - 1)
      return isLate ? [] : request(fire(latest, 0))
    case .all:
      miss(passed.count - passed.times.count)
      backlog += passed.times.map { fire($0, 0) }
      if backlog.count > JobPolicy.backlogLimit {
        miss(backlog.count - JobPolicy.backlogLimit)
        backlog.removeFirst(backlog.count - JobPolicy.backlogLimit)
      }
      return isActive || isWaiting ? [] : startNext(at: moment)
    }
  }

  private mutating func miss(_ count: Int) {
    missed += count
    missedSince += count
  }

  // MARK: Runs

  private mutating func request(_ fire: Fire) -> [Action] {
    if !isActive, !isWaiting { return [begin(fire, at: fire.actual)] }
    switch policy.overlap {
    case .parallel(let limit) where running.count < limit && !isWaiting: return [begin(fire, at: fire.actual)]
    case .skip, .parallel:
      skipped += 1
      return []
    case .queue:
      if queued != nil { skipped += 1 }
      queued = fire
      return []
    case .replace: return replace(with: fire)
    }
  }

  private mutating func replace(with fire: Fire) -> [Action] {
    if queued != nil, isWaiting { skipped += 1 }
    queued = fire
    return isWaiting ? [] : callOff()
  }

  private mutating func callOff() -> [Action] {
    isWaiting = true
    running.removeAll()
    return [.cancel]
  }

  private mutating func begin(_ fire: Fire, at date: WallTime) -> Action {
    runs += 1
    running.insert(runs)
    let fire = Fire(nominal: fire.nominal, actual: date, missed: fire.missed + missedSince)
    missedSince = 0
    return .start(run: runs, fire)
  }

  private mutating func startNext(at moment: Moment) -> [Action] {
    if !backlog.isEmpty { return [begin(backlog.removeFirst(), at: moment.date)] }
    guard let fire = queued else { return [] }
    queued = nil
    return [begin(fire, at: moment.date)]
  }

  /// Asked for by hand, or by what it waits for: supersedes what is under way.
  package mutating func refresh(at moment: Moment) -> [Action] {
    guard !isStopped else { return [] }
    let fire = Fire(nominal: moment.date, actual: moment.date, missed: 0)
    if isStandingBy {
      queued = fire
      return []
    }
    return (isActive || isWaiting ? replace(with: fire) : [begin(fire, at: moment.date)]) + [.publish]
  }

  /// What it waits for has happened: as if it were due.
  package mutating func triggered(at moment: Moment) -> [Action] {
    guard !isStopped, !isResting else { return [] }
    return request(Fire(nominal: moment.date, actual: moment.date, missed: 0)) + [.publish]
  }

  /// Starts, unless it runs.
  package mutating func load(at moment: Moment) -> [Action] { isActive || isWaiting ? [] : refresh(at: moment) }

  /// A run has ended by itself.
  package mutating func ended(run: Int, succeeded: Bool, at moment: Moment) -> [Action] {
    guard running.remove(run) != nil, !isStopped else { return [] }
    var actions: [Action] = []
    if succeeded {
      failuresInRow = 0
    } else {
      failures += 1
      failuresInRow += 1
      if let limit = policy.disableAfter, failuresInRow == limit {
        isPaused = true
        actions = [.disabled(failures: limit), .unschedule]
      }
    }
    return actions + afterEnd(at: moment)
  }

  /// A run has ended because what it waited for was called off: neither a success nor a failure.
  package mutating func calledOff(run: Int, at moment: Moment) -> [Action] {
    guard running.remove(run) != nil, !isStopped else { return [] }
    return afterEnd(at: moment)
  }

  private mutating func afterEnd(at moment: Moment) -> [Action] {
    var actions: [Action] = []
    if !isActive {
      timetable.runEnded(at: moment)
      if case .everyFromEnd = policy.schedule { actions += plan(at: moment) }
      actions += startNext(at: moment)
    }
    return actions + [.publish]
  }

  /// Calls off what is under way; the schedule goes on.
  package mutating func cancel(at moment: Moment) -> [Action] {
    queued = nil
    backlog = []
    guard isActive, !isStopped else { return [] }
    return callOff() + [.publish]
  }

  /// Nothing is left of what was called off.
  package mutating func gone(at moment: Moment) -> [Action] {
    guard isWaiting, !isStopped else { return [] }
    isWaiting = false
    return afterEnd(at: moment)
  }

  // MARK: Its end

  package mutating func pause() -> [Action] {
    guard !isPaused, !isStopped else { return [] }
    isPaused = true
    return [.unschedule, .publish]
  }

  package mutating func resume(at moment: Moment, chance: Double = 0) -> [Action] {
    guard isPaused, !isStopped else { return [] }
    isPaused = false
    failuresInRow = 0
    guard !isStandingBy else { return [.publish] }
    return takeUp(at: moment, chance: chance)
  }

  private mutating func takeUp(at moment: Moment, chance: Double) -> [Action] {
    // One that has never run begins now.
    if runs == 0 { timetable.begin(at: moment, immediate: policy.immediate) } else { timetable.skip(to: moment) }
    return planNext(at: moment, chance: chance) + [.publish]
  }

  // MARK: The lock that one machine of several has

  /// The lock is here: it runs as if it had been declared, or resumed, now.
  package mutating func takeOver(at moment: Moment, chance: Double = 0) -> [Action] {
    guard isStandingBy, !isStopped else { return [] }
    isStandingBy = false
    let taken = isPaused ? [.publish] : takeUp(at: moment, chance: chance)
    // What was asked for meanwhile begins.
    return taken + (isWaiting || isActive ? [] : startNext(at: moment))
  }

  /// A run was asked for that begins when the lock is here.
  package var isExpected: Bool { isStandingBy && queued != nil }

  /// The lock is lost: what is under way is called off.
  package mutating func standBy() -> [Action] {
    guard !isStandingBy, !isStopped else { return [] }
    isStandingBy = true
    queued = nil
    backlog = []
    return [.unschedule] + (isActive ? callOff() : []) + [.publish]
  }

  package mutating func stop() -> [Action] {
    guard !isStopped else { return [] }
    isStopped = true
    queued = nil
    backlog = []
    let actions: [Action] = isActive ? [.unschedule, .cancel, .publish] : [.unschedule, .publish]
    running.removeAll()
    return actions
  }
}
