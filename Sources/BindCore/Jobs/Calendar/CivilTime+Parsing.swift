extension CivilTime {
  /// Reads a date and time as ISO 8601 writes them: `2026-03-01`, `2026-03-01T09:30`, `2026-03-01 09:30:15`, with `Z` or
  /// `+02:00` behind it.
  /// - Returns: the time, and the seconds east of Greenwich if the text says them; nil if it is none.
  package init?(parsing text: String, offset: inout Int64?) {
    var rest = Array(text.utf8)[...]
    func digits(_ count: Int) -> Int? {
      guard rest.count >= count else { return nil }
      var number = 0
      for byte in rest.prefix(count) {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      rest = rest.dropFirst(count)
      return number
    }
    func take(_ characters: String) -> UInt8? {
      guard let first = rest.first, characters.utf8.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }
    guard let year = digits(4), take("-") != nil, let month = digits(2), take("-") != nil, let day = digits(2),
      (1...12).contains(month), (1...CivilTime.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    var time = (hour: 0, minute: 0, second: 0)
    if take("Tt ") != nil {
      guard let hour = digits(2), take(":") != nil, let minute = digits(2), hour < 24, minute < 60 else { return nil }
      time = (hour, minute, 0)
      if take(":") != nil {
        guard let second = digits(2), second < 60 else { return nil }
        time.second = second
        // A fraction is read and not kept: jobs are due on whole seconds.
        if take(".") != nil { while digits(1) != nil {} }
      }
      if take("Zz") != nil {
        offset = 0
      } else if let sign = take("+-") {
        guard let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        let minutes = rest.isEmpty ? 0 : digits(2)
        guard let minutes, minutes < 60 else { return nil }
        offset = Int64(hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
      }
    }
    guard rest.isEmpty else { return nil }
    self.init(year, month, day, time.hour, time.minute, time.second)
  }
}
