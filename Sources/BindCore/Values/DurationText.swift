extension Duration {
  /// Reads "250ms", "5s", "2m", "1h", also with a fraction ("1.5s"), or a plain number of seconds ("0.25").
  ///
  /// nil for anything else: a negative one, no number, another unit, more than 292 years.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    let number = bytes.prefix { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let nanosecondsPerUnit: Int64
    switch String(decoding: bytes[number.count...], as: UTF8.self) {
    case "ms": nanosecondsPerUnit = 1_000_000
    case "s", "": nanosecondsPerUnit = 1_000_000_000
    case "m": nanosecondsPerUnit = 60_000_000_000
    case "h": nanosecondsPerUnit = 3_600_000_000_000
    default: return nil
    }
    guard let nanoseconds = Duration.scaled(number, by: nanosecondsPerUnit) else { return nil }
    self = .nanoseconds(nanoseconds)
  }

  /// A duration as scripts write it: a text as in `init(text:)`, or a number of seconds that is finite and not negative.
  public init?(_ value: Value) {
    switch value {
    case .string(let text): self.init(text: text.text)
    case .integer(let seconds):
      guard seconds >= 0, seconds <= Int64.max / 1_000_000_000 else { return nil }
      self = .seconds(seconds)
    case .number(let seconds):
      guard seconds >= 0, seconds <= 9.2e9 else { return nil }
      self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    default: return nil
    }
  }

  /// The shortest text that `init(text:)` reads as the same duration, to the nanosecond: "250ms", "5s", "2m", "1.5s".
  public var text: String {
    let (seconds, attoseconds) = components
    let nanoseconds = attoseconds / 1_000_000_000
    if nanoseconds == 0 {
      if seconds != 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
      if seconds != 0, seconds % 60 == 0 { return "\(seconds / 60)m" }
      return "\(seconds)s"
    }
    if seconds == 0 { return Duration.decimal(nanoseconds / 1_000_000, nanoseconds % 1_000_000, digits: 6) + "ms" }
    return Duration.decimal(seconds, nanoseconds, digits: 9) + "s"
  }

  /// Digits with at most one point, times `unit`, exactly; what is finer than a nanosecond is cut off.
  private static func scaled(_ number: some Sequence<UInt8>, by unit: Int64) -> Int64? {
    var total: Int64 = 0
    var fractionUnit: Int64?
    var hasDigit = false
    for byte in number {
      if byte == UInt8(ascii: ".") {
        guard fractionUnit == nil else { return nil }
        fractionUnit = unit
        continue
      }
      hasDigit = true
      let digit = Int64(byte - UInt8(ascii: "0"))
      if let place = fractionUnit {
        fractionUnit = place / 10
        let (sum, passed) = total.addingReportingOverflow(digit * (place / 10))
        guard !passed else { return nil }
        total = sum
      } else {
        let (shifted, overflow) = total.multipliedReportingOverflow(by: 10)
        let (step, stepOverflow) = digit.multipliedReportingOverflow(by: unit)
        let (sum, passed) = shifted.addingReportingOverflow(step)
        guard !overflow, !stepOverflow, !passed else { return nil }
        total = sum
      }
    }
    return hasDigit ? total : nil
  }

  private static func decimal(_ whole: Int64, _ fraction: Int64, digits: Int) -> String {
    guard fraction != 0 else { return "\(whole)" }
    let text = String(fraction)
    var padded = String(repeating: "0", count: digits - text.count) + text
    while padded.hasSuffix("0") { padded.removeLast() }
    return "\(whole).\(padded)"
  }
}
