/// The header `Retry-After`: how long the other side asks us to stay away.
package enum RetryAfter {
  /// - Parameters:
  ///   - text: seconds, or a date as HTTP writes it.
  ///   - now: the wall clock.
  /// - Returns: nil if it is neither; zero for a date that has passed.
  package static func pause(_ text: String, at now: WallTime) -> Duration? {
    let text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      return Int64(text).map { .seconds(min($0, 1 << 31)) }
    }
    guard let date = date(text) else { return nil }
    return Duration(clampingSeconds: max(date.seconds - now.seconds, 0))
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, and the two forms that RFC 9110 still wants to be read:
  /// `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  package static func date(_ text: String) -> WallTime? {
    var words = text.split { " ,-".contains($0) }.map(String.init)
    guard words.count >= 5 else { return nil }
    words.removeFirst()
    if let month = month(words[0]) {
      return words.count == 4 ? time(year: words[3], month: month, day: words[1], clock: words[2]) : nil
    }
    guard words.count == 5, words[4] == "GMT", let month = month(words[1]) else { return nil }
    return time(year: words[2], month: month, day: words[0], clock: words[3])
  }

  private static func month(_ word: String) -> Int? {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].firstIndex(of: word)
      .map { $0 + 1 }
  }

  private static func time(year: String, month: Int, day: String, clock: String) -> WallTime? {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    guard var year = Int(year), (0...9999).contains(year), let day = Int(day), (1...31).contains(day), parts.count == 3,
      (0...23).contains(parts[0]), (0...59).contains(parts[1]), (0...60).contains(parts[2])
    else { return nil }
    // Two digits: the century is ours, or the last one.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    let days = daysSinceEpoch(year: year, month: month, day: day)
    return WallTime(seconds: Double(days * 86400 + parts[0] * 3600 + parts[1] * 60 + parts[2]))
  }

  /// In the Gregorian calendar, at Greenwich. Years begin in March, so that the leap day is the last one.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146097 + dayOfEra - 719468
  }
}
