/// When a job runs by itself.
package enum JobSchedule {
  /// Only when asked.
  case manual
  /// Once, when it is declared.
  case atStart
  /// A fixed grid anchored at the first run.
  case everyFromStart(Duration)
  /// A pause after the end of each run.
  case everyFromEnd(Duration)
  case cron(CronCalendar)
  case at(WallTime)
}

/// What becomes of a run that is due while another one runs.
package enum Overlap: Equatable, Sendable {
  /// It does not take place; counted.
  case skip
  /// One waits; it stands for all that come meanwhile.
  case queue
  /// The one under way is called off; the new one begins when nothing of the old one is left.
  case replace
  /// So many at a time; more are skipped.
  case parallel(Int)
}

/// What becomes of runs that could not begin in time: the host was busy, suspended or not there.
package enum Misfire: String, CaseIterable, Sendable {
  /// One run stands for all that were missed, at the time of the latest.
  case latest
  case earliest
  /// One after the other, the newest `JobPolicy.backlogLimit`.
  case all
  case none
}

/// What a job was asked to do by itself. The defaults are the contract's.
package struct JobPolicy {
  package var schedule: JobSchedule
  package var overlap = Overlap.skip
  package var misfire = Misfire.latest
  /// A run that begins at most so late is no misfire.
  package var grace = Duration.seconds(1)
  /// Each run begins up to so much later, but before the next one is due.
  package var jitter = Duration.zero
  /// From 0 to 1: a job with a place of its own in the jitter; nil draws lots for each run.
  package var splay: Double?
  /// The first run of `every` is due at once; of the others only if this was said.
  package var immediate: Bool?
  /// Declared, and runs when it is resumed.
  package var isPaused = false
  /// After so many failures in a row it runs by itself no more.
  package var disableAfter: Int?

  package static let backlogLimit = 100

  package init(schedule: JobSchedule) { self.schedule = schedule }
}

/// One run's place in time.
package struct Fire: Equatable, Sendable {
  /// When it was due.
  package let nominal: WallTime
  package let actual: WallTime
  /// Times that passed without a run since the last one.
  package let missed: Int

  package init(nominal: WallTime, actual: WallTime, missed: Int) {
    self.nominal = nominal
    self.actual = actual
    self.missed = missed
  }

  /// The same for the same job and nominal time, also after a restart: an idempotency key.
  package func id(of job: String) -> String {
    let microseconds = UInt64(bitPattern: Int64((nominal.seconds * 1e6).rounded()))
    let time = withUnsafeBytes(of: microseconds.littleEndian) { Array($0) }
    return ContentHash(of: Array(job.utf8) + [0] + time).text
  }
}

/// Both clocks at one moment.
package struct Moment: Sendable {
  package let now: Instant
  package let date: WallTime

  package init(now: Instant, date: WallTime) {
    self.now = now
    self.date = date
  }

  package init(_ clock: any WorldClock) { self.init(now: clock.now, date: clock.date) }

  /// What the wall clock shows, showed or will show then, if nobody sets it.
  func date(of instant: Instant) -> WallTime { date + (instant - now) }
}
