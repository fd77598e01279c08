/// FNV-1a in 64 bits: tells contents apart that nobody chose to be alike.
public struct ContentHash: Hashable, Sendable {
  public let bits: UInt64

  public init(of bytes: some Sequence<UInt8>) {
    var bits: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.bits = bits
  }

  /// 16 hexadecimal digits.
  public var text: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
