package import BindCore
import BindJSON

/// What came from outside in one run: the answers of hosts and programs, with the time they took. A virtual World gives them
/// again, so that the same script runs the same without network and programs.
package struct Cassette: Equatable, Sendable {
  /// One thing that was asked, and all that came of it.
  package struct Entry: Equatable, Sendable {
    /// What was asked, as one text: `GET http://…`, or the words of a command. The same question has the same text.
    package var question: String
    /// The body that was sent, or standard input.
    package var input: [UInt8]
    package var events: [Event]

    package init(question: String, input: [UInt8], events: [Event]) {
      self.question = question
      self.input = input
      self.events = events
    }
  }

  package struct Event: Equatable, Sendable {
    /// Since it was asked, in nanoseconds.
    package var after: Int64
    package var what: What

    package init(after: Int64, what: What) {
      self.after = after
      self.what = what
    }
  }

  package enum What: Equatable, Sendable {
    case head(status: Int, headers: [String: String])
    case body([UInt8])
    case output([UInt8], isError: Bool)
    /// Rows, what is known of a file, a change that was seen.
    case answer(Value)
    /// The end of an answer that is complete.
    case complete
    case exited(Int32)
    case signalled(Int32)
    case failed(kind: String, message: String, detail: String?)
  }

  package var entries: [Entry] = []

  package init() {}

  static func question(_ request: HTTPRequest) -> String { request.name }
  static func question(_ request: ProcessRequest) -> String {
    request.argv.map { word in
      "'" + word.text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    .joined(separator: " ")
  }
}

/// A cassette that cannot be read: what is wrong, and with which entry.
package struct CassetteError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

// MARK: - As text

extension Cassette {
  /// JSON, `{"v":1,"entries":[…]}`, the same bytes for the same cassette. Bytes that are no text are written in hex.
  package func text() throws -> [UInt8] {
    let list = entries.map { entry in
      var fields: [(ByteString, Value)] = [
        ("ask", .string(ByteString(entry.question))), ("events", .list(entry.events.map(\.value))),
      ]
      if !entry.input.isEmpty { fields.append(("input", Self.value(entry.input))) }
      return Value.record(Record(fields))
    }
    return try JSON.encode(.record(Record([("v", .integer(1)), ("entries", .list(list))])), indent: 1) + [0x0a]
  }

  package init(text: [UInt8]) throws(CassetteError) {
    let value: Value
    do throws(JSONProblem) { value = try JSON.decode(text) } catch {
      throw CassetteError(description: "the cassette is no JSON: \(error)")
    }
    guard case .record(let fields) = value, fields["v"] == .integer(1), case .list(let list)? = fields["entries"] else {
      throw CassetteError(description: "this is no cassette of version 1")
    }
    for (index, element) in list.enumerated() {
      guard let entry = Self.entry(element) else {
        throw CassetteError(description: "entry \(index + 1) of the cassette cannot be read")
      }
      entries.append(entry)
    }
  }

  static func value(_ bytes: [UInt8]) -> Value {
    if String(validating: bytes, as: UTF8.self) != nil { return .string(ByteString(bytes: bytes)) }
    let digits = Array("0123456789abcdef".utf8)
    var hex: [UInt8] = []
    for byte in bytes { hex += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return .record(Record([("hex", .string(ByteString(bytes: hex)))]))
  }

  static func bytes(_ value: Value?) -> [UInt8]? {
    switch value {
    case .string(let text)?: return text.bytes
    case .record(let fields)?:
      guard case .string(let hex)? = fields["hex"], hex.bytes.count % 2 == 0 else { return nil }
      var bytes: [UInt8] = []
      for start in stride(from: 0, to: hex.bytes.count, by: 2) {
        guard let byte = UInt8(String(decoding: hex.bytes[start..<(start + 2)], as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(byte)
      }
      return bytes
    default: return nil
    }
  }

  private static func entry(_ value: Value) -> Entry? {
    guard case .record(let fields) = value, case .string(let question)? = fields["ask"],
      case .list(let list)? = fields["events"]
    else { return nil }
    var events: [Event] = []
    for element in list {
      guard let event = Event(element) else { return nil }
      events.append(event)
    }
    return Entry(question: question.text, input: bytes(fields["input"]) ?? [], events: events)
  }
}

extension Cassette.Event {
  var value: Value {
    var fields: [(ByteString, Value)] = [("after", .integer(after))]
    switch what {
    case .head(let status, let headers):
      fields += [
        ("status", .integer(Int64(status))),
        (
          "headers", .record(Record(headers.sorted { $0.key < $1.key }.map { (ByteString($0.key), .string($0.value)) }))
        ),
      ]
    case .body(let bytes): fields.append(("body", Cassette.value(bytes)))
    case .output(let bytes, let isError): fields.append((isError ? "err" : "out", Cassette.value(bytes)))
    case .answer(let value): fields.append(("answer", value))
    case .complete: fields.append(("end", .boolean(true)))
    case .exited(let code): fields.append(("exit", .integer(Int64(code))))
    case .signalled(let number): fields.append(("signal", .integer(Int64(number))))
    case .failed(let kind, let message, let detail):
      fields += [("error", .string(kind)), ("message", .string(message))]
      if let detail { fields.append(("detail", .string(detail))) }
    }
    return .record(Record(fields))
  }

  init?(_ value: Value) {
    guard case .record(let fields) = value, case .integer(let after)? = fields["after"], after >= 0 else { return nil }
    self.after = after
    func text(_ name: ByteString) -> String? { if case .string(let text)? = fields[name] { text.text } else { nil } }
    func number(_ name: ByteString) -> Int64? { if case .integer(let number)? = fields[name] { number } else { nil } }
    if let status = number("status") {
      var headers: [String: String] = [:]
      if case .record(let given)? = fields["headers"] {
        for (name, value) in given.fields { if case .string(let text) = value { headers[name.text] = text.text } }
      }
      what = .head(status: Int(clamping: status), headers: headers)
    } else if let bytes = Cassette.bytes(fields["body"]) {
      what = .body(bytes)
    } else if let bytes = Cassette.bytes(fields["out"]) {
      what = .output(bytes, isError: false)
    } else if let bytes = Cassette.bytes(fields["err"]) {
      what = .output(bytes, isError: true)
    } else if let answer = fields["answer"] {
      what = .answer(answer)
    } else if fields["end"] == .boolean(true) {
      what = .complete
    } else if let code = number("exit") {
      what = .exited(Int32(clamping: code))
    } else if let signal = number("signal") {
      what = .signalled(Int32(clamping: signal))
    } else if let kind = text("error"), let message = text("message") {
      what = .failed(kind: kind, message: message, detail: text("detail"))
    } else {
      return nil
    }
  }
}
