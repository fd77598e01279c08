/// A string as Lua knows it: any bytes, NUL and invalid UTF-8 included.
public struct ByteString: Hashable, Sendable {
  /// The bytes themselves, not NUL-terminated.
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { self.bytes = Array(text.utf8) }

  public init(_ text: StaticString) {
    self.bytes = text.withUTF8Buffer { Array($0) }
  }

  /// The bytes read as UTF-8; what is invalid becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public var isEmpty: Bool { bytes.isEmpty }
}

extension ByteString: Comparable {
  /// Byte order, the same in every locale and process.
  public static func < (left: ByteString, right: ByteString) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension ByteString: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension ByteString: CustomStringConvertible {
  public var description: String { text }
}
