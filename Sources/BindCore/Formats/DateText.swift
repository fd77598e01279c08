/// Points in time as ISO 8601 writes them.
package enum DateText {
  /// `2026-03-01T09:30:00Z`, `2026-03-01T10:30:00.250+01:00`; a fraction to the millisecond, if there is one.
  /// - Parameter time: seconds since 1970-01-01T00:00:00Z, of a year from 1 to 9999.
  package static func text(of time: Double, in zone: any TimeZoneRules) -> String {
    let milliseconds = Int64((time * 1000).rounded())
    let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    let fraction = milliseconds - seconds * 1000
    let offset = zone.offset(at: seconds)
    var text = String(CivilTime(seconds: seconds + offset).description.map { $0 == " " ? "T" : $0 })
    if fraction > 0 {
      let digits = String(fraction)
      text += "." + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return text + self.offset(offset, isGreenwich: zone is Greenwich)
  }

  private static func offset(_ seconds: Int64, isGreenwich: Bool) -> String {
    if isGreenwich { return "Z" }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  /// - Parameter zone: of a text that does not say its own offset.
  /// - Returns: seconds since 1970-01-01T00:00:00Z; nil if it is no date.
  package static func time(of text: String, in zone: any TimeZoneRules) -> Double? {
    var offset: Int64?
    guard let civil = CivilTime(parsing: text, offset: &offset) else { return nil }
    let whole = offset.map { civil.seconds - $0 } ?? CronCalendar.instant(of: civil, in: zone).time
    return Double(whole) + fraction(of: text)
  }

  /// What stands behind the point of the seconds.
  private static func fraction(of text: String) -> Double {
    guard let point = text.firstIndex(of: ".") else { return 0 }
    let digits = text[text.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
    return Double("0." + (digits.isEmpty ? "0" : digits)) ?? 0
  }
}
