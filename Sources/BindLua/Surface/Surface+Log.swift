import BindCore

/// `bh.log.info(message, fields)` and its sisters.
extension Surface {
  private func hidden(_ fields: Record) -> Record {
    if case .record(let hidden) = engine.secrets.hide(.record(fields)) { hidden } else { fields }
  }

  var logFunctions: [Entry] {
    LogLevel.allCases.map { level in
      Entry(
        level.rawValue,
        """
        (message: any, fields?: table)
        Writes an entry of this level to the log, with the script's line and fields by name.
        > bh.log.info("saved", { rows = 12 })
        """
      ) { [unowned self] call throws(Failure) in
        guard call.has(1), !call.argument(1).isFunction else { throw call.wrong(1, "message", expected: "string") }
        let message = call.value(1).words
        var fields = Record()
        if call.has(2) {
          switch call.value(2) {
          case .record(let record): fields = record
          case .list(let elements) where elements.isEmpty: break
          default: throw call.wrong(2, "fields", expected: "a table by name")
          }
        }
        onLog(
          LogEntry(
            level: level, message: engine.secrets.hide(message), fields: hidden(fields), time: world.clock.date,
            position: lua.position))
      }
    }
  }
}
