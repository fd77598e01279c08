/// A cron expression in a zone: the instants at which it runs.
///
/// When clocks are put forward, a time that does not exist runs once, at the first instant after the gap. When they are
/// put back, a time that comes twice runs once, the first time. What runs every so many hours or minutes (its hour begins
/// with `*`) follows real time instead.
package struct CronCalendar {
  /// One time at which it is due.
  package struct Due: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let time: Int64
    package let note: Note?
  }

  package enum Note: String, Sendable {
    case gap = "the clock is put forward: the time does not exist, so it runs right after"
    case repeated = "the clock is put back: the time comes twice, it runs the first time"
  }

  package let expression: CronExpression
  package let zone: any TimeZoneRules

  package init(_ expression: CronExpression, in zone: any TimeZoneRules) {
    self.expression = expression
    self.zone = zone
  }

  /// What the wall shows at that time.
  package func civil(at time: Int64) -> CivilTime { CivilTime(seconds: time + zone.offset(at: time)) }

  /// The first time strictly after this one; nil if there is none.
  package func next(after time: Int64) -> Due? {
    expression.isInterval ? nextOfInterval(after: time) : nextFixed(after: time)
  }

  private func nextOfInterval(after start: Int64) -> Due? {
    var time = start
    // Each round ends at a change of the zone's offset.
    while true {
      let offset = zone.offset(at: time + 1)
      guard let civil = expression.next(after: CivilTime(seconds: time + offset)) else { return nil }
      let found = civil.seconds - offset
      guard let change = zone.nextChange(after: time + 1), found >= change else { return Due(time: found, note: nil) }
      time = change - 1
    }
  }

  private func nextFixed(after time: Int64) -> Due? {
    var civil = civil(at: time)
    while let candidate = expression.next(after: civil) {
      let due = Self.instant(of: candidate, in: zone)
      if due.time > time { return due }
      civil = candidate
    }
    return nil
  }

  /// The instant at which walls in the zone show that.
  package static func instant(of civil: CivilTime, in zone: any TimeZoneRules) -> Due {
    let wall = civil.seconds
    let before = zone.offset(at: wall - CivilTime.secondsInDay)
    let after = zone.offset(at: wall + CivilTime.secondsInDay)
    let candidates = [wall - before, wall - after].filter { $0 + zone.offset(at: $0) == wall }
    if let first = candidates.min() {
      return Due(
        time: first, note: before != after && candidates.count == 2 && candidates[0] != candidates[1] ? .repeated : nil)
    }
    let change = zone.nextChange(after: wall - max(before, after) - 1) ?? wall - after
    return Due(time: change, note: .gap)
  }
}
