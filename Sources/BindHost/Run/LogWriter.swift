package import BindCore
import BindJSON
import Glibc

/// Where `bh.log` goes: lines on standard error, or in a file.
package final class LogWriter {
  package enum Format: String, CaseIterable, Sendable {
    /// For people.
    case pretty
    /// An object for each line.
    case json
    /// With the priority in front that the journal reads.
    case journal
  }

  private let level: LogLevel
  private let format: Format
  private let write: ([UInt8]) -> Void

  package init(level: LogLevel, format: Format, write: @escaping ([UInt8]) -> Void) {
    self.level = level
    self.format = format
    self.write = write
  }

  package func log(_ entry: LogEntry) {
    guard entry.level >= level else { return }
    write(Array((line(entry) + "\n").utf8))
  }

  private func line(_ entry: LogEntry) -> String {
    switch format {
    case .pretty: "\(time(of: entry)) \(padded(entry.level)) \(oneLine(entry.message))\(words(entry.fields))"
    case .journal: "<\(priority(entry.level))>\(oneLine(entry.message))\(words(entry.fields))"
    case .json: json(entry)
    }
  }

  private func time(of entry: LogEntry) -> String { DateText.text(of: entry.time.seconds, in: Greenwich()) }

  private func padded(_ level: LogLevel) -> String {
    level.rawValue + String(repeating: " ", count: 5 - level.rawValue.count)
  }

  /// The numbers of syslog.
  private func priority(_ level: LogLevel) -> Int {
    switch level {
    case .debug: 7
    case .info: 6
    case .warn: 4
    case .error: 3
    }
  }

  /// ` name=value …`: an entry is one line, whatever is in it.
  private func words(_ fields: Record) -> String {
    fields.fields.map { name, value in
      if case .string(let text) = value, !text.isEmpty, text.bytes.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F })
      {
        return " \(name.text)=\(text.text)"
      }
      return " \(name.text)=\(value)"
    }.joined()
  }

  private func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }

  private func json(_ entry: LogEntry) -> String {
    var record = Record([
      ("v", .integer(1)), ("time", .string(time(of: entry))), ("level", .string(entry.level.rawValue)),
      ("message", .string(entry.message)),
    ])
    if let position = entry.position {
      record["script"] = .string(position.script)
      record["line"] = .integer(Int64(position.line))
    }
    if !entry.fields.isEmpty {
      record["fields"] = Value.record(entry.fields).sayable
    }
    let text = try? JSON.encode(.record(record))
    return String(decoding: text ?? [], as: UTF8.self)
  }
}

/// A file that lines are added to.
final class LogFile {
  private let descriptor: Int32

  /// - Throws: a `Diagnostic` if it cannot be opened.
  init(_ path: String) throws(Diagnostic) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Diagnostic(.cliUsage, "--log-file: \(path): \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) { _ = writeAll(bytes, to: descriptor) }
}
