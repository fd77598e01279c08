import BindCore

/// `Value` as JSON text. The fields of a record are sorted by name already.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let indent: Int?
  private var path: [Step] = []

  private enum Step {
    case name(ByteString)
    case position(Int)
  }

  init(indent: Int?) { self.indent = indent }

  mutating func write(_ value: Value) throws(JSONRefusal) {
    switch value {
    case .nil, .null: bytes += "null".utf8
    case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let integer): bytes += String(integer).utf8
    case .number(let number): try write(number)
    case .string(let string): try write(string)
    case .list(let elements): try write(elements)
    case .record(let record): try write(record)
    case .opaque(let object): throw refusal("is a \(object.typeName), which JSON cannot say")
    }
  }

  private mutating func write(_ elements: [Value]) throws(JSONRefusal) {
    try enter()
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      path[path.count - 1] = .position(index + 1)
      newLine()
      try write(element)
    }
    leave(isEmpty: elements.isEmpty)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ record: Record) throws(JSONRefusal) {
    try enter()
    bytes.append(UInt8(ascii: "{"))
    for (index, field) in record.fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      path[path.count - 1] = .name(field.name)
      newLine()
      try write(field.name)
      bytes.append(UInt8(ascii: ":"))
      if indent != nil { bytes.append(UInt8(ascii: " ")) }
      try write(field.value)
    }
    leave(isEmpty: record.isEmpty)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func enter() throws(JSONRefusal) {
    guard path.count < JSON.depthLimit else { throw refusal("is nested more than \(JSON.depthLimit) deep") }
    path.append(.position(0))
  }

  private mutating func leave(isEmpty: Bool) {
    path.removeLast()
    if !isEmpty { newLine() }
  }

  private mutating func newLine() {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * path.count))
  }

  /// The shortest digits that read back as the same float; one that is whole keeps its ".0", so that it stays a float.
  private mutating func write(_ number: Double) throws(JSONRefusal) {
    guard number.isFinite else { throw refusal("is \(number.isNaN ? "NaN" : "infinite"), which JSON cannot say") }
    bytes += number.description.utf8
  }

  private mutating func write(_ string: ByteString) throws(JSONRefusal) {
    if UTF8Check.firstInvalid(in: string.bytes) != nil { throw refusal("is a string that is not valid UTF-8") }
    bytes.append(UInt8(ascii: "\""))
    if string.bytes.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0x7F }) {
      bytes += string.bytes
    } else {
      writeEscaped(string)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ string: ByteString) {
    for byte in string.bytes {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += ("\\u00" + (digits.count == 1 ? "0" : "") + digits).utf8
      default: bytes.append(byte)
      }
    }
  }

  private func refusal(_ reason: String) -> JSONRefusal {
    var text = ""
    for step in path {
      switch step {
      case .position(let position): text += "[\(position)]"
      case .name(let name):
        let isWord =
          !name.isEmpty
          && name.bytes.allSatisfy { byte in
            byte == UInt8(ascii: "_") || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          }
        text += isWord ? (text.isEmpty ? "" : ".") + name.text : "[\"\(name.text)\"]"
      }
    }
    return JSONRefusal(path: text, reason: reason)
  }
}
