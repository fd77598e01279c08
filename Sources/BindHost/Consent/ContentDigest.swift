import CSodium

/// SHA-256 of a text: nobody can make another text with the same one.
enum ContentDigest {
  /// 64 hexadecimal digits; nil where libsodium is missing.
  static func text(of bytes: [UInt8]) -> String? {
    guard bh_sodium_open() == nil else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(BH_SHA256_BYTES))
    bh_sodium_sha256(&digest, bytes, bytes.count)
    return String(decoding: digest.flatMap { [hexadecimal($0 >> 4), hexadecimal($0 & 15)] }, as: UTF8.self)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}
