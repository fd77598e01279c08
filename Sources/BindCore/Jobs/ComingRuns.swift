/// When a job will run, as long as nothing that it waits for happens.
package struct ComingRuns {
  package struct Run: Equatable, Sendable {
    package let time: WallTime
    /// The same on the wall of the job's zone.
    package let civil: CivilTime
    /// Seconds east of Greenwich then.
    package let offset: Int64
    package let note: CronCalendar.Note?
  }

  package let name: String
  /// In the words of the declaration: `every 5s`, `cron 0 3 * * *  Europe/Berlin`.
  package let schedule: String
  /// Soonest first. The runs of a job that counts from the end of each are known only once they have taken place.
  package let runs: [Run]

  /// - Parameter zone: in which times are told that have none of their own.
  package init(of job: Job, at moment: Moment, count: Int, zone: any TimeZoneRules) {
    name = job.name
    let policy = job.machine.policy
    var words = policy.schedule.words(triggers: job.triggers)
    if policy.isPaused { words += ", paused" }
    if policy.jitter > .zero { words += ", up to \(policy.jitter.text) later" }
    schedule = words
    runs = policy.isPaused ? [] : Self.runs(policy, at: moment, count: count, zone: zone)
  }

  private static func runs(
    _ policy: JobPolicy, at moment: Moment, count: Int, zone: any TimeZoneRules
  ) -> [Run] {
    func run(_ time: WallTime, in zone: any TimeZoneRules, _ note: CronCalendar.Note? = nil) -> Run {
      let seconds = Int64(time.seconds.rounded(.down))
      let offset = zone.offset(at: seconds)
      return Run(time: time, civil: CivilTime(seconds: seconds + offset), offset: offset, note: note)
    }
    switch policy.schedule {
    case .manual: return []
    case .atStart: return [run(moment.date, in: zone)]
    case .at(let date): return [run(date, in: zone)]
    case .everyFromEnd(let pause):
      return [run(policy.immediate ?? true ? moment.date : moment.date + pause, in: zone)]
    case .everyFromStart(let period):
      let first = policy.immediate ?? true ? moment.date : moment.date + period
      return (0..<count).map { run(first + period.times(Int64($0)), in: zone) }
    case .cron(let calendar):
      if calendar.expression.isReboot { return [run(moment.date, in: calendar.zone)] }
      var found: [Run] = []
      if policy.immediate == true { found.append(run(moment.date, in: calendar.zone)) }
      var time = Int64(moment.date.seconds.rounded(.down))
      while found.count < count, let due = calendar.next(after: time) {
        found.append(run(WallTime(seconds: Double(due.time)), in: calendar.zone, due.note))
        time = due.time
      }
      return found
    }
  }
}

extension JobSchedule {
  func words(triggers: [String]) -> String {
    switch self {
    case .manual: triggers.isEmpty ? "when it is asked" : "when \(triggers.joined(separator: " or ")) changes"
    case .atStart: "once, at the start"
    case .everyFromStart(let period): "every \(period.text)"
    case .everyFromEnd(let pause): "\(pause.text) after the end of each run"
    case .cron(let calendar): "cron \(calendar.expression.text)  \(calendar.zone.name)"
    case .at: "at one time"
    }
  }
}

extension ComingRuns.Run: CustomStringConvertible {
  /// As `2026-03-29 03:00:00 +02:00`.
  package var description: String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(offset) / 60
    return "\(civil) \(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
