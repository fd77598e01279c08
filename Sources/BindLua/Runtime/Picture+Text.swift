import BindCore
internal import CLua

/// A picture as a person reads it, and where two pictures differ.
extension Picture {
  /// On one line: `{1, 2, name = "Ada"}`. What is longer than the limit ends with `…`.
  package func text(limit: Int = 400) -> String {
    var text = ""
    write(into: &text, limit: limit)
    return text.count <= limit ? text : text.prefix(limit) + "…"
  }

  private func write(into text: inout String, limit: Int) {
    if text.utf8.count > limit * 4 { return }
    switch self {
    case .nil: text += "nil"
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let integer): text += "\(integer)"
    case .number(let number): text += Value.text(of: number)
    case .string(let string): text += Self.quoted(string)
    case .table(let entries): Self.write(entries, into: &text, limit: limit)
    case .open: text += "<the table around it>"
    case .deep: text += "…"
    case .thing(let type, _): text += Self.name(ofType: type)
    case .object(let object): text += object.pictured
    }
  }

  private static func write(_ entries: [Entry], into text: inout String, limit: Int) {
    text += "{"
    var position: Int64 = 1
    for (index, entry) in entries.enumerated() {
      if index > 0 { text += ", " }
      if case .integer(position) = entry.key {
        position += 1
      } else {
        text += key(entry.key) + " = "
      }
      entry.value.write(into: &text, limit: limit)
    }
    text += "}"
  }

  /// A key as a table constructor writes it: `name`, `["a b"]`, `[10]`.
  private static func key(_ key: Picture) -> String {
    if case .string(let string) = key, isName(string) { return string.text }
    return "[\(key.text(limit: 60))]"
  }

  private static func isName(_ string: ByteString) -> Bool {
    guard let first = string.bytes.first, !(0x30...0x39).contains(first) else { return false }
    return string.bytes.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
  }

  /// With quotes, and control characters as Lua writes them.
  static func quoted(_ string: ByteString) -> String {
    var text = "\""
    for scalar in string.text.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\0"..."\u{1F}", "\u{7F}": text += "\\\(scalar.value)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func name(ofType type: UInt32) -> String {
    switch bh_type(type) {
    case BH_TYPE_FUNCTION: "a function"
    case BH_TYPE_THREAD: "a coroutine"
    default: "a userdata"
    }
  }

  /// The word for its type in messages.
  package var typeName: String {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .table, .open, .deep: "table"
    case .thing(let type, _): type == BH_TYPE_FUNCTION.rawValue ? "function" : "userdata"
    case .object(let object): object.typeName
    }
  }

  /// Where two tables differ, a line for each place, in order; empty where they are equal or are no tables.
  /// - Parameter limit: lines; what is left out is counted in one more.
  package func differences(from expected: Picture, limit: Int = 20) -> [String] {
    var lines: [String] = []
    compare(expected, at: "", into: &lines)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["… and \(lines.count - limit) more"]
  }

  private func compare(_ expected: Picture, at path: String, into lines: inout [String]) {
    guard case .table(let mine) = self, case .table(let wanted) = expected else {
      if self != expected, !path.isEmpty {
        lines.append("\(path): expected \(expected.text(limit: 120)), got \(text(limit: 120))")
      }
      return
    }
    for entry in wanted {
      let place = Self.place(entry.key, in: path)
      guard let found = mine.first(where: { $0.key == entry.key }) else {
        lines.append("\(place): expected \(entry.value.text(limit: 120)), missing")
        continue
      }
      found.value.compare(entry.value, at: place, into: &lines)
    }
    for entry in mine where !wanted.contains(where: { $0.key == entry.key }) {
      lines.append("\(Self.place(entry.key, in: path)): not expected, got \(entry.value.text(limit: 120))")
    }
  }

  private static func place(_ key: Picture, in path: String) -> String {
    if case .string(let string) = key, isName(string) { return path.isEmpty ? string.text : path + "." + string.text }
    return path + "[\(key.text(limit: 60))]"
  }
}

extension HostObject {
  /// As pictures call it.
  fileprivate var pictured: String { "a \(typeName)" }
}
