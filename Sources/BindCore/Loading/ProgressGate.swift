/// Progress is shown at most so often, never backwards, and the last one always.
package struct ProgressGate {
  static let gap = Duration.milliseconds(50)
  package private(set) var shown: LoadEvent.Progress?
  private var latest: LoadEvent.Progress?
  /// As the last cycle has left it that was not called off.
  private var settled: LoadEvent.Progress?
  /// Something was shown less than a gap ago.
  private var isHolding = false

  package init() {}

  /// - Returns: whether it is to be shown now; then a gap begins.
  package mutating func accept(_ news: LoadEvent.Progress) -> Bool {
    if let latest, news.done < latest.done { return false }
    latest = news
    return !isHolding && show()
  }

  /// - Returns: whether there is something to show that has come since; then the next gap begins.
  package mutating func gapEnded() -> Bool {
    isHolding = false
    return show()
  }

  private mutating func show() -> Bool {
    guard shown != latest else { return false }
    shown = latest
    isHolding = true
    return true
  }

  /// The answer is here: what has come before it is shown.
  package mutating func flush() { shown = latest }

  package mutating func note(_ action: LoadableMachine.Action) {
    switch action {
    case .start: (shown, latest, isHolding) = (nil, nil, false)
    case .settle(_, .cancelled): (shown, latest) = (settled, settled)
    case .settle: settled = shown
    case .forget: (shown, latest, settled) = (nil, nil, nil)
    case .abort, .commit, .keepFailure, .schedule, .unschedule: break
    }
  }

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
