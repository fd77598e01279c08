/// Finds the first place where a text stops being a JSON document (RFC 8259). simdjson says only that there is one.
struct JSONScan {
  private let text: UnsafeRawBufferPointer
  private var at = 0
  /// The brackets that are open now.
  private var open: [UInt8] = []

  /// A finding on its way out.
  private struct Found: Error {
    let index: Int
    let message: String
  }

  private init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// nil if the text is a document.
  static func problem(in text: UnsafeRawBufferPointer) -> JSONProblem? {
    var scan = JSONScan(text)
    do throws(Found) {
      try scan.document()
      return nil
    } catch {
      return place(error.index, in: text, saying: error.message)
    }
  }

  /// A problem at a byte of the text: its line, its column in characters, what stands around it.
  static func place(_ index: Int, in text: UnsafeRawBufferPointer, saying message: String) -> JSONProblem {
    let before = text[..<min(index, text.count)]
    let line = before.reduce(into: 1) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    func isCharacterStart(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
    let column = before[start...].count(where: isCharacterStart) + 1
    let lineEnd = text[before.endIndex...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    var first = max(start, index - 16)
    while first < index, !isCharacterStart(text[first]) { first += 1 }
    var last = min(lineEnd, index + 24)
    while last < lineEnd, !isCharacterStart(text[last]) { last += 1 }
    let shown = first < last ? String(decoding: text[first..<last], as: UTF8.self) : ""
    let visible = String(
      String.UnicodeScalarView(shown.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    return JSONProblem(
      message: message, line: line, column: column,
      excerpt: (first > start ? "…" : "") + visible + (last < lineEnd ? "…" : ""))
  }

  // MARK: The grammar, without recursion

  private enum Wanted { case value, firstElement, firstName, name, comma, end }

  private mutating func document() throws(Found) {
    try checkEncoding()
    var wanted = Wanted.value
    while true {
      skipSpace()
      if wanted == .end {
        guard at == text.count else { throw Found(index: at, message: "nothing more expected after the value") }
        return
      }
      guard at < text.count else { throw atEnd(wanted) }
      let byte = text[at]
      switch wanted {
      case .firstElement where byte == UInt8(ascii: "]"), .firstName where byte == UInt8(ascii: "}"): wanted = close()
      case .value, .firstElement: wanted = try value(byte)
      case .firstName, .name: wanted = try name(byte)
      case .comma: wanted = try separator(byte)
      case .end: break
      }
    }
  }

  private func atEnd(_ wanted: Wanted) -> Found {
    guard let last = open.last else { return Found(index: at, message: "a value expected, and the text is empty") }
    let what = last == UInt8(ascii: "[") ? "an array" : "an object"
    return Found(index: at, message: "the text ends inside \(what)")
  }

  private var afterValue: Wanted { open.isEmpty ? .end : .comma }

  private mutating func close() -> Wanted {
    at += 1
    open.removeLast()
    return afterValue
  }

  private mutating func value(_ byte: UInt8) throws(Found) -> Wanted {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      open.append(byte)
      guard open.count <= JSON.depthLimit else {
        throw Found(index: at, message: "arrays and objects are nested more than \(JSON.depthLimit) deep")
      }
      at += 1
      return byte == UInt8(ascii: "[") ? .firstElement : .firstName
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "]") where open.last == UInt8(ascii: "["):
      throw Found(index: at, message: "a value expected after ','")
    case UInt8(ascii: "'"): throw Found(index: at, message: "a value expected (strings stand in double quotes)")
    default: throw Found(index: at, message: "a value expected")
    }
    return afterValue
  }

  private mutating func name(_ byte: UInt8) throws(Found) -> Wanted {
    guard byte == UInt8(ascii: "\"") else {
      throw Found(index: at, message: "a field's name in double quotes expected")
    }
    try string()
    skipSpace()
    guard at < text.count else { throw Found(index: at, message: "the text ends inside an object") }
    guard text[at] == UInt8(ascii: ":") else { throw Found(index: at, message: "':' expected after a field's name") }
    at += 1
    return .value
  }

  private mutating func separator(_ byte: UInt8) throws(Found) -> Wanted {
    let isList = open.last == UInt8(ascii: "[")
    if byte == UInt8(ascii: isList ? "]" : "}") { return close() }
    guard byte == UInt8(ascii: ",") else {
      throw Found(index: at, message: isList ? "',' or ']' expected" : "',' or '}' expected")
    }
    at += 1
    return isList ? .value : .name
  }

  private mutating func skipSpace() {
    while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
  }

  private mutating func word(_ word: StaticString) throws(Found) {
    let end = at + word.utf8CodeUnitCount
    let isThere =
      end <= text.count && word.withUTF8Buffer { $0.elementsEqual(text[at..<end]) }
      && (end == text.count || !isWordPart(text[end]))
    guard isThere else { throw Found(index: at, message: "a value expected (true, false and null are the only words)") }
    at = end
  }

  private func isWordPart(_ byte: UInt8) -> Bool { !"\t\n\r ,]}:[{\"".utf8.contains(byte) }

  private mutating func digits() -> Int {
    let start = at
    while at < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[at]) { at += 1 }
    return at - start
  }

  private mutating func take(_ bytes: StaticString) -> Bool {
    guard at < text.count, bytes.withUTF8Buffer({ $0.contains(text[at]) }) else { return false }
    at += 1
    return true
  }

  private mutating func number() throws(Found) {
    let start = at
    _ = take("-")
    let isZero = at < text.count && text[at] == UInt8(ascii: "0")
    let whole = digits()
    if whole == 0 { throw Found(index: start, message: "a digit expected after '-'") }
    if isZero, whole > 1 { throw Found(index: start, message: "a number with a leading zero") }
    var isFloat = false
    if take(".") {
      isFloat = true
      if digits() == 0 { throw Found(index: start, message: "a digit expected after the point of a number") }
    }
    if take("eE") {
      isFloat = true
      _ = take("+-")
      if digits() == 0 { throw Found(index: start, message: "a digit expected in the exponent of a number") }
    }
    if at < text.count, isWordPart(text[at]) { throw Found(index: start, message: "a malformed number") }
    guard isFloat || at - start > 300 else { return }
    if let number = Double(String(decoding: text[start..<at], as: UTF8.self)), number.isFinite { return }
    throw Found(index: start, message: "a number that is too large for a float")
  }

  private mutating func string() throws(Found) {
    let start = at
    at += 1
    while at < text.count {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20:
        throw Found(index: at, message: "a control character in a string (write it as an escape such as \\n)")
      default: at += 1
      }
    }
    throw Found(index: start, message: "a string without its end")
  }

  private mutating func escape() throws(Found) {
    let start = at
    at += 1
    guard at < text.count else { throw Found(index: start, message: "a string without its end") }
    if take("\"\\/bfnrt") { return }
    guard take("u") else { throw Found(index: start, message: "an unknown escape in a string") }
    let first = try unit(start)
    switch first {
    case 0xD800..<0xDC00:
      guard take("\\"), take("u"), (0xDC00..<0xE000).contains(try unit(start)) else {
        throw Found(index: start, message: "half of a surrogate pair in a string")
      }
    case 0xDC00..<0xE000: throw Found(index: start, message: "half of a surrogate pair in a string")
    default: break
    }
  }

  private mutating func unit(_ start: Int) throws(Found) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard at < text.count, let digit = Character(Unicode.Scalar(text[at])).hexDigitValue, text[at] < 0x80 else {
        throw Found(index: start, message: "four hexadecimal digits expected after \\u")
      }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }

  private func checkEncoding() throws(Found) {
    if let index = UTF8Check.firstInvalid(in: text) {
      throw Found(index: index, message: "the text is not valid UTF-8")
    }
  }
}
