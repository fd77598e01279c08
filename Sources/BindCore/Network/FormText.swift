/// `application/x-www-form-urlencoded`: what stands behind a question mark, and what a form sends.
package enum FormText {
  /// `name=value&…`, in the given order.
  package static func encode(_ fields: [(name: String, value: String)]) -> String {
    fields.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "*"):
        result.append(byte)
      case UInt8(ascii: " "): result.append(UInt8(ascii: "+"))
      default: result += percent(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `%2F`
  static func percent(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// A byte text without its percent signs; nil where one is not followed by two digits.
  package static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard bytes.count >= 2, let value = UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes = bytes.dropFirst(2)
      result.append(value)
    }
    return result
  }
}
