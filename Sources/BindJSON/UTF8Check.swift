/// Whether bytes are UTF-8 as RFC 3629 has it: no surrogates, nothing overlong, nothing beyond U+10FFFF.
enum UTF8Check {
  /// The index of the first byte that belongs to no valid character; nil if there is none.
  static func firstInvalid(in bytes: some Collection<UInt8>) -> Int? {
    var index = 0
    var rest = bytes.makeIterator()
    while let lead = rest.next() {
      let start = index
      index += 1
      if lead < 0x80 { continue }
      let following: Int
      var allowed: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: following = 1
      case 0xE0...0xEF:
        following = 2
        if lead == 0xE0 { allowed = 0xA0...0xBF } else if lead == 0xED { allowed = 0x80...0x9F }
      case 0xF0...0xF4:
        following = 3
        if lead == 0xF0 { allowed = 0x90...0xBF } else if lead == 0xF4 { allowed = 0x80...0x8F }
      default: return start
      }
      for _ in 0..<following {
        guard let byte = rest.next(), allowed.contains(byte) else { return start }
        index += 1
        allowed = 0x80...0xBF
      }
    }
    return nil
  }
}
