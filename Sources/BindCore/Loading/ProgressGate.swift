/// Progress is shown at most so often, never backwards, and the last one always.
struct ProgressGate {
  static let gap = Duration.milliseconds(50)
  private(set) var shown: LoadEvent.Progress?
  private var latest: LoadEvent.Progress?
  var timer: (any Token)?

  /// - Returns: whether it is to be shown now.
  mutating func accept(_ news: LoadEvent.Progress) -> Bool {
    if let latest, news.done < latest.done { return false }
    latest = news
    guard timer == nil else { return false }
    shown = news
    return true
  }

  /// Shows what has come since.
  @discardableResult
  mutating func flush() -> Bool {
    guard shown != latest else { return false }
    shown = latest
    return true
  }

  /// A new attempt begins.
  mutating func restart() {
    timer?.cancel()
    self = ProgressGate()
  }

  mutating func end() { timer?.cancel() }

  var value: Value {
    guard let shown else { return .nil }
    var fields: [(ByteString, Value)] = [("done", .amount(shown.done)), ("unit", .string(ByteString(shown.unit)))]
    if let total = shown.total { fields.append(("total", .amount(total))) }
    return .record(Record(fields))
  }
}

extension Value {
  /// Whole numbers as integers.
  fileprivate static func amount(_ number: Double) -> Value {
    Int64(exactly: number).map { .integer($0) } ?? .number(number)
  }
}
