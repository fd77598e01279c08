/// How much a line of the log matters, the least first.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case debug, info, warn, error

  package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int { LogLevel.allCases.firstIndex(of: self) ?? 0 }
}

/// One thing that a script wrote down.
package struct LogEntry: Sendable {
  package var level: LogLevel
  package var message: String
  /// What belongs to it, by name.
  package var fields: Record
  package var time: WallTime
  package var position: SourcePosition?

  package init(level: LogLevel, message: String, fields: Record, time: WallTime, position: SourcePosition?) {
    self.level = level
    self.message = message
    self.fields = fields
    self.time = time
    self.position = position
  }
}
