/// What is wrong with a cron expression, and where.
package struct CronError: Error, Hashable, Sendable {
  /// Of the first character of the offending field, counted from 1.
  package let column: Int
  package let message: String
}

/// The kinds of field, in the order in which they stand.
enum CronUnit: String, CaseIterable {
  case second, minute, hour, day = "day of month", month, weekday = "day of week"

  var range: ClosedRange<Int> {
    switch self {
    case .second, .minute: 0...59
    case .hour: 0...23
    case .day: 1...31
    case .month: 1...12
    case .weekday: 0...7
    }
  }

  /// Names stand for numbers from the first of the range.
  var names: [String] {
    switch self {
    case .month: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    case .weekday: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    default: []
    }
  }
}

/// One field: the numbers that it allows.
struct CronField: Hashable, Sendable {
  /// Bit n stands for the number n.
  private(set) var bits: UInt64 = 0
  /// It begins with `*`: it sets no limit of its own.
  private(set) var isStar = false
  /// `L` in the day of the month: its last day.
  private(set) var isLastDay = false
  /// `5L`: the last Friday. Bits of weekdays.
  private(set) var lastWeekdays: UInt64 = 0
  /// `5#2`: the second Friday. Bit weekday * 8 + n.
  private(set) var nthWeekdays: UInt64 = 0

  func contains(_ number: Int) -> Bool { bits & (1 << UInt64(number)) != 0 }

  /// The first allowed number from this one on.
  func first(from number: Int) -> Int? {
    guard number < 64 else { return nil }
    let rest = bits & (~0 << UInt64(number))
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }

  static let zero: CronField = {
    var field = CronField()
    field.bits = 1
    return field
  }()

  private init() {}

  init(_ text: Substring, unit: CronUnit, column: Int) throws(CronError) {
    func fail(_ message: String) -> CronError {
      CronError(column: column, message: "\(unit.rawValue) '\(text)': \(message)")
    }
    isStar = text.first == "*" || text == "?"
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      if item.isEmpty { throw fail("a number is missing beside a comma") }
      try add(item, unit: unit, fail)
    }
    // Sunday is 0 and 7.
    if unit == .weekday, contains(7) { bits = (bits | 1) & 0x7f }
  }

  private mutating func add(_ item: Substring, unit: CronUnit, _ fail: (String) -> CronError) throws(CronError) {
    let parts = item.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw fail("more than one '/'") }
    var step = 1
    if parts.count == 2 {
      guard let number = Int(parts[1]), number >= 1, number <= unit.range.upperBound else {
        throw fail("a step from 1 to \(unit.range.upperBound) is expected after '/'")
      }
      step = number
    }
    let span = parts[0]
    if span == "?", unit == .day || unit == .weekday, parts.count == 1 { return insert(unit.range, 1) }
    if span == "*" { return insert(unit.range, step) }
    if try addSpecial(span, unit: unit, hasStep: parts.count == 2, fail) { return }
    let ends = span.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count <= 2 else { throw fail("a range has two ends") }
    let first = try number(ends[0], unit, fail)
    // `5/15` is 5, 20, 35 and so on.
    var last = parts.count == 2 ? unit.range.upperBound : first
    if ends.count == 2 {
      last = try number(ends[1], unit, fail)
      // `FRI-SUN`: the Sunday at the end of the week.
      if unit == .weekday, last == 0, first > 0 { last = 7 }
    }
    guard first <= last else { throw fail("the range \(span) runs backwards") }
    insert(first...last, step)
  }

  /// `L`, `5L` and `5#2`.
  private mutating func addSpecial(
    _ span: Substring, unit: CronUnit, hasStep: Bool, _ fail: (String) -> CronError
  ) throws(CronError) -> Bool {
    let isLast = span.last.map { $0 == "L" || $0 == "l" } ?? false
    switch unit {
    case .day where span.count == 1 && isLast:
      isLastDay = true
    case .weekday where isLast && span.count > 1:
      lastWeekdays |= 1 << UInt64(try number(span.dropLast(), unit, fail) % 7)
    case .weekday where span.contains("#"):
      let parts = span.split(separator: "#", omittingEmptySubsequences: false)
      guard parts.count == 2, let nth = Int(parts[1]), (1...5).contains(nth) else {
        throw fail("after '#' a number from 1 to 5 is expected, such as 5#2 for the second Friday")
      }
      nthWeekdays |= 1 << UInt64(try number(parts[0], unit, fail) % 7 * 8 + nth)
    default: return false
    }
    if hasStep { throw fail("\(span) takes no step") }
    return true
  }

  private func number(_ text: Substring, _ unit: CronUnit, _ fail: (String) -> CronError) throws(CronError) -> Int {
    if let index = unit.names.firstIndex(of: text.lowercased()) { return index + unit.range.lowerBound }
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isPlain, let number = Int(text), unit.range.contains(number) else {
      let names = unit.names.isEmpty ? "" : ", or \(unit.names[0].uppercased()) to \(unit.names.last!.uppercased())"
      throw fail(
        "'\(text)' is no \(unit.rawValue): \(unit.range.lowerBound) to \(unit.range.upperBound)\(names) expected")
    }
    return number
  }

  private mutating func insert(_ range: ClosedRange<Int>, _ step: Int) {
    for number in stride(from: range.lowerBound, through: range.upperBound, by: step) { bits |= 1 << UInt64(number) }
  }
}
