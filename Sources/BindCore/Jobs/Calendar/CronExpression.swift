/// When a job runs, in the words of cron: five fields (minute, hour, day of month, month, day of week), or six with the
/// seconds first.
///
/// As in Vixie's cron a day is allowed if the day of the month *or* the day of the week allows it, unless one of the two
/// begins with `*`: then both must.
package struct CronExpression: Hashable, Sendable {
  package let text: String
  /// `@reboot`: once, when the script starts.
  package let isReboot: Bool
  private let seconds: CronField
  private let minutes: CronField
  private let hours: CronField
  private let days: CronField
  private let months: CronField
  private let weekdays: CronField

  private static let shorthands: [String: String] = [
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *", "@reboot": "* * * * *",
  ]

  package init(_ text: String) throws(CronError) {
    self.text = text
    var fields = Self.fields(of: text)
    isReboot = fields.first?.text == "@reboot"
    if let first = fields.first, first.text.first == "@" {
      guard fields.count == 1, let meaning = Self.shorthands[String(first.text)] else {
        let near = nearestNames(to: String(first.text), in: Self.shorthands.keys.sorted())
        let hint = near.first.map { " (did you mean '\($0)'?)" } ?? ""
        throw CronError(column: first.column, message: "unknown word '\(first.text)'\(hint)")
      }
      fields = Self.fields(of: meaning).map { ($0.text, first.column) }
    }
    guard fields.count == 5 || fields.count == 6 else {
      throw CronError(
        column: fields.count > 6 ? fields[6].column : 1,
        message:
          "five fields expected (minute hour day month weekday), or six with the seconds first, got \(fields.count)"
      )
    }
    var units = CronUnit.allCases[...]
    if fields.count == 5 { units = units.dropFirst() }
    var parsed: [CronField] = fields.count == 5 ? [.zero] : []
    for (unit, field) in zip(units, fields) {
      parsed.append(try CronField(field.text, unit: unit, column: field.column))
    }
    seconds = parsed[0]
    minutes = parsed[1]
    hours = parsed[2]
    days = parsed[3]
    months = parsed[4]
    weekdays = parsed[5]
    try checkDays(column: fields[fields.count - 3].column)
  }

  private static func fields(of text: String) -> [(text: Substring, column: Int)] {
    var fields: [(Substring, Int)] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      fields.append((word, text.distance(from: text.startIndex, to: word.startIndex) + 1))
    }
    return fields
  }

  /// A day that no month has, such as 31 February, would never come.
  private func checkDays(column: Int) throws(CronError) {
    guard !days.isStar, weekdays.isStar, !days.isLastDay else { return }
    for month in 1...12 where months.contains(month) {
      if let day = days.first(from: 1), day <= CivilTime.days(inMonth: month, of: 2000) { return }
    }
    throw CronError(column: column, message: "no month of this expression has such a day, so it would never run")
  }

  /// The hour is not fixed: a job for every so many seconds, minutes or hours of real time.
  package var isInterval: Bool { hours.isStar }

  private func allows(day: Int, month: Int, year: Int) -> Bool {
    let length = CivilTime.days(inMonth: month, of: year)
    let byDate = days.contains(day) || days.isLastDay && day == length
    let weekday = CivilTime(year, month, day).weekday
    let nth = (day - 1) / 7 + 1
    let byWeekday =
      weekdays.contains(weekday)
      || weekdays.lastWeekdays & (1 << UInt64(weekday)) != 0 && day + 7 > length
      || weekdays.nthWeekdays & (1 << UInt64(weekday * 8 + nth)) != 0
    return days.isStar || weekdays.isStar ? byDate && byWeekday : byDate || byWeekday
  }

  /// Years looked through: 29 February on one weekday comes every 28 years, or 40 around a year like 2100.
  private static let horizonYears = 41

  /// The first time on the wall strictly after this one; nil if there is none for 41 years.
  package func next(after time: CivilTime) -> CivilTime? {
    let start = CivilTime(seconds: time.seconds + 1)
    for year in start.year...(start.year + Self.horizonYears) {
      let isStartYear = year == start.year
      for month in (isStartYear ? start.month : 1)...12 where months.contains(month) {
        let isStartMonth = isStartYear && month == start.month
        let length = CivilTime.days(inMonth: month, of: year)
        let firstDay = isStartMonth ? start.day : 1
        for day in firstDay...max(length, firstDay) where day <= length && allows(day: day, month: month, year: year) {
          let isStartDay = isStartMonth && day == start.day
          let from = isStartDay ? (start.hour, start.minute, start.second) : (0, 0, 0)
          if let (hour, minute, second) = timeOfDay(from: from) {
            return CivilTime(year, month, day, hour, minute, second)
          }
        }
      }
    }
    return nil
  }

  /// The first allowed time of day from this one on.
  private func timeOfDay(from start: (Int, Int, Int)) -> (Int, Int, Int)? {
    guard var hour = hours.first(from: start.0) else { return nil }
    if hour == start.0 {
      if var minute = minutes.first(from: start.1) {
        if minute == start.1 {
          if let second = seconds.first(from: start.2) { return (hour, minute, second) }
          guard let later = minutes.first(from: minute + 1) else { return nextHour(after: &hour) }
          minute = later
        }
        return seconds.first(from: 0).map { (hour, minute, $0) }
      }
      return nextHour(after: &hour)
    }
    return firstOf(hour)
  }

  private func nextHour(after hour: inout Int) -> (Int, Int, Int)? {
    guard let later = hours.first(from: hour + 1) else { return nil }
    hour = later
    return firstOf(later)
  }

  private func firstOf(_ hour: Int) -> (Int, Int, Int)? {
    guard let minute = minutes.first(from: 0), let second = seconds.first(from: 0) else { return nil }
    return (hour, minute, second)
  }
}
