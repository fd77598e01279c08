/// The times at which a job is due, one after the other: a schedule and how far it has come.
///
/// `every` counts on the monotonic clock, cron and `at` on the wall's. A wall clock that is set back makes nothing due a
/// second time; one that is set forward makes late what it has jumped over.
struct Timetable {
  /// What has passed when something is due.
  struct Passed {
    /// Oldest first; the newest `JobPolicy.backlogLimit` at most.
    var times: [WallTime] = []
    var count = 0

    mutating func add(_ time: WallTime, times number: Int = 1) {
      count += number
      times.append(time)
      if times.count > JobPolicy.backlogLimit { times.removeFirst() }
    }
  }

  let schedule: JobSchedule
  /// On the monotonic clock, for `every`.
  private var nextInstant: Instant?
  /// On the wall clock, for cron and `at`, in seconds.
  private var nextDate: WallTime?
  private var lastDate: WallTime?

  init(_ schedule: JobSchedule) { self.schedule = schedule }

  var isEmpty: Bool { nextInstant == nil && nextDate == nil }

  /// Takes up the schedule.
  /// - Parameter lastDate: of a persistent job, the time it was last due; what has passed since is late.
  mutating func begin(at moment: Moment, immediate: Bool?, lastDate: WallTime? = nil) {
    self.lastDate = lastDate
    switch schedule {
    case .manual: break
    case .atStart: nextInstant = moment.now
    case .everyFromStart(let period), .everyFromEnd(let period):
      if let lastDate, immediate != true {
        // It goes on where it was: what a restart fell into is not begun anew.
        let due = (lastDate + period).seconds - moment.date.seconds
        nextInstant = moment.now + min(max(Duration(clampingSeconds: due), .zero), period)
      } else {
        nextInstant = immediate ?? true ? moment.now : moment.now + period
      }
    case .cron(let calendar):
      if calendar.expression.isReboot {
        nextInstant = moment.now
      } else {
        nextDate = following(lastDate ?? moment.date)
      }
    case .at(let date): if date > lastDate ?? WallTime(seconds: -.infinity) { nextDate = date }
    }
  }

  /// Goes on after a pause: what has passed meanwhile is not late, and `every` keeps its grid.
  mutating func skip(to moment: Moment) {
    if case .everyFromStart(let period) = schedule, let next = nextInstant, next < moment.now {
      let steps = (moment.now - next).wholeNanoseconds / max(period.wholeNanoseconds, 1) + 1
      nextInstant = next + period.times(steps)
    } else if case .cron = schedule, nextDate.map({ $0 < moment.date }) ?? false {
      nextDate = following(moment.date)
    }
  }

  /// A run of `everyFromEnd` has ended.
  mutating func runEnded(at moment: Moment) {
    if case .everyFromEnd(let pause) = schedule, nextInstant == nil { nextInstant = moment.now + pause }
  }

  private func following(_ date: WallTime) -> WallTime? {
    guard case .cron(let calendar) = schedule else { return nil }
    return calendar.next(after: Int64(date.seconds.rounded(.down))).map { WallTime(seconds: Double($0.time)) }
  }

  /// How long until the next one is due, by the clock that counts for it; nil if nothing is due any more.
  func remaining(at moment: Moment) -> Duration? {
    if let nextInstant { return nextInstant - moment.now }
    return nextDate.map { date in
      let seconds = date.seconds - moment.date.seconds
      return seconds <= Self.tolerance ? .zero : Duration(clampingSeconds: seconds)
    }
  }

  /// When the next one is due.
  func nextTime(at moment: Moment) -> WallTime? { nextInstant.map { moment.date(of: $0) } ?? nextDate }

  /// The time between the next one and the one after it; nil if there is none after it.
  func gap() -> Duration? {
    switch schedule {
    case .everyFromStart(let period), .everyFromEnd(let period): return period
    case .cron:
      guard let nextDate, let later = following(nextDate) else { return nil }
      return Duration(clampingSeconds: later.seconds - nextDate.seconds)
    default: return nil
    }
  }

  /// Takes out what is due by now.
  mutating func take(at moment: Moment) -> Passed {
    var passed = Passed()
    if let due = nextInstant, due <= moment.now {
      nextInstant = nil
      if case .everyFromStart(let period) = schedule {
        let late = max(0, (moment.now - due).wholeNanoseconds / max(period.wholeNanoseconds, 1))
        let kept = min(late, Int64(JobPolicy.backlogLimit) - 1)
        if late > kept { passed.count += Int(late - kept) }
        for step in (late - kept)...late { passed.add(moment.date(of: due + period.times(step))) }
        nextInstant = due + period.times(late + 1)
      } else {
        passed.add(moment.date(of: due))
      }
    }
    while let due = nextDate, due.seconds - moment.date.seconds <= Self.tolerance {
      passed.add(due)
      lastDate = due
      // A clock that jumps over years is not counted through.
      nextDate = passed.count < Self.countLimit ? following(due) : following(moment.date)
    }
    return passed
  }

  private static let countLimit = 100_000
  /// In seconds: what a wall clock that counts in floating point may be off.
  private static let tolerance = 1e-6
}

extension Duration {
  /// So many of it, at most what fits.
  func times(_ count: Int64) -> Duration {
    let (product, isBeyond) = wholeNanoseconds.multipliedReportingOverflow(by: count)
    return .nanoseconds(isBeyond ? .max : product)
  }
}
