/// Integers that 64 bits do not hold, found in the text.
enum BigNumbers {
  /// The text with every integer beyond 64 bits written as a float (`…e0`) or as a string; nil if there is none.
  static func rewritten(_ text: UnsafeRawBufferPointer, _ big: JSON.BigIntegers) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    visit(text) { range in
      result.append(contentsOf: text[copied..<range.lowerBound])
      if big == .string { result.append(UInt8(ascii: "\"")) }
      result.append(contentsOf: text[range])
      result.append(contentsOf: big == .string ? "\"".utf8 : "e0".utf8)
      copied = range.upperBound
      return true
    }
    guard copied > 0 else { return nil }
    result.append(contentsOf: text[copied...])
    return result
  }

  /// Where the first one stands. The text is a JSON document.
  static func first(in text: UnsafeRawBufferPointer) -> JSONProblem? {
    var problem: JSONProblem?
    visit(text) { range in
      let digits = String(decoding: text[range].prefix(40), as: UTF8.self)
      let shown = range.count > 40 ? digits + "…" : digits
      problem = JSONScan.place(range.lowerBound, in: text, saying: "the integer \(shown) does not fit 64 bits")
      return false
    }
    return problem
  }

  /// Calls `body` with each integer outside strings that does not fit, until it says no.
  private static func visit(_ text: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool) {
    var index = 0
    var isInString = false
    while index < text.count {
      let byte = text[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { isInString = false }
        index += 1
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
        index += 1
      } else if byte == UInt8(ascii: "-") || isDigit(byte) {
        let start = index
        index += 1
        while index < text.count, isPartOfNumber(text[index]) { index += 1 }
        if isBigInteger(text[start..<index]), !body(start..<index) { return }
      } else {
        index += 1
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    isDigit(byte)
      || [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-")]
        .contains(byte)
  }

  private static func isBigInteger(_ number: Slice<UnsafeRawBufferPointer>) -> Bool {
    let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
    // A leading zero is malformed, whatever follows.
    guard digits.count >= 19, digits.first != UInt8(ascii: "0"), digits.allSatisfy(isDigit) else { return false }
    return Int64(String(decoding: number, as: UTF8.self)) == nil
  }
}
