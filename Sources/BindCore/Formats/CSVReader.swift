/// Reads rows of fields. A byte order mark in front and empty lines are passed over.
package struct CSVReader {
  private let text: [UInt8]
  private let separator: UInt8
  private var at = 0
  private var line = 1
  private var lineStart = 0

  package init(_ text: [UInt8], _ dialect: CSV.Dialect = CSV.Dialect()) {
    self.text = text
    separator = dialect.separator
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { (at, lineStart) = (3, 3) }
  }

  package mutating func rows() throws(CSV.Problem) -> [CSV.Row] {
    var rows: [CSV.Row] = []
    while at < text.count {
      if takeLineEnd() { continue }
      let first = line
      var fields = [try field()]
      while at < text.count, text[at] == separator {
        at += 1
        fields.append(try field())
      }
      if at < text.count, !takeLineEnd() {
        throw problem(at, "a separator or the end of the line expected after a quoted field")
      }
      rows.append(CSV.Row(fields: fields, line: first))
    }
    return rows
  }

  /// CR LF, LF or CR.
  private mutating func takeLineEnd() -> Bool {
    switch text[at] {
    case UInt8(ascii: "\r"): at += at + 1 < text.count && text[at + 1] == UInt8(ascii: "\n") ? 2 : 1
    case UInt8(ascii: "\n"): at += 1
    default: return false
    }
    line += 1
    lineStart = at
    return true
  }

  private mutating func field() throws(CSV.Problem) -> ByteString {
    if at < text.count, text[at] == UInt8(ascii: "\"") { return try quotedField() }
    let start = at
    while at < text.count, text[at] != separator, text[at] != UInt8(ascii: "\n"), text[at] != UInt8(ascii: "\r") {
      if text[at] == UInt8(ascii: "\"") {
        throw problem(at, "a quote inside a field that does not begin with one (quote the field and double it)")
      }
      at += 1
    }
    return ByteString(bytes: Array(text[start..<at]))
  }

  private mutating func quotedField() throws(CSV.Problem) -> ByteString {
    let start = problem(at, "a quoted field without its end")
    var bytes: [UInt8] = []
    at += 1
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        guard at < text.count, text[at] == UInt8(ascii: "\"") else { return ByteString(bytes: bytes) }
        bytes.append(byte)
        at += 1
      } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        let lineEnd = at
        _ = takeLineEnd()
        bytes.append(contentsOf: text[lineEnd..<at])
      } else {
        bytes.append(byte)
        at += 1
      }
    }
    throw start
  }

  private func problem(_ index: Int, _ message: String) -> CSV.Problem {
    let characters = text[min(lineStart, index)..<index].count { $0 & 0xC0 != 0x80 }
    return CSV.Problem(message: message, line: line, column: characters + 1)
  }
}
