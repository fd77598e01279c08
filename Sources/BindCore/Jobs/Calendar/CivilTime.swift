/// What a clock and a calendar on a wall show: a date and a time of day, of no zone in particular. Gregorian.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  static let secondsInDay: Int64 = 86_400

  /// - Parameter seconds: since 1970-01-01 00:00:00 on the same wall.
  package init(seconds: Int64) {
    let days = seconds.dividedRoundingDown(by: Self.secondsInDay)
    let rest = Int(seconds - days * Self.secondsInDay)
    // Years that begin in March put the leap day at their end; 400 of them are 146 097 days.
    let shifted = days + 719_468
    let era = shifted.dividedRoundingDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * marchMonth + 2) / 5) + 1
    month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  /// Days since 1970-01-01.
  private var days: Int64 {
    let marchYear = Int64(month <= 2 ? year - 1 : year)
    let era = marchYear.dividedRoundingDown(by: 400)
    let yearOfEra = marchYear - era * 400
    let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Since 1970-01-01 00:00:00 on the same wall.
  package var seconds: Int64 { days * Self.secondsInDay + Int64(hour * 3600 + minute * 60 + second) }

  /// 0 is Sunday.
  package var weekday: Int { Int((days + 4) - (days + 4).dividedRoundingDown(by: 7) * 7) }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  fileprivate func dividedRoundingDown(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension CivilTime: CustomStringConvertible {
  /// As `2026-03-29 02:30:00`.
  package var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let whole = String(year)
    let padded = String(repeating: "0", count: max(0, 4 - whole.count)) + whole
    return "\(padded)-\(two(month))-\(two(day)) \(two(hour)):\(two(minute)):\(two(second))"
  }
}
