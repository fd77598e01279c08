/// Makes a `Decodable` of a `Value`. A float that is whole is taken for an integer, an integer for a float; a missing field
/// and `null` are nil.
package enum ValueDecoder {
  /// - Throws: a `DecodingError` that names the place, or what the type's own `init(from:)` throws.
  package static func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: Value) throws -> Decoded {
    try ValueDecoding(value: value, codingPath: [], trace: nil).decode(type)
  }

  /// The same, with a note of all that is asked for.
  static func decode<Decoded: Decodable>(
    _ type: Decoded.Type, from value: Value, noting trace: DecodingTrace
  ) throws -> Decoded {
    try ValueDecoding(value: value, codingPath: [], trace: trace).decode(type)
  }
}

private struct ValueDecoding: Decoder, SingleValueDecodingContainer {
  let value: Value
  let codingPath: [any CodingKey]
  let trace: DecodingTrace?
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    trace?.wantsRecord()
    switch value {
    case .record(let record):
      return KeyedDecodingContainer(RecordDecoding<Key>(record: record, codingPath: codingPath, trace: trace))
    // A table without fields has no shape of its own.
    case .list(let elements) where elements.isEmpty:
      return KeyedDecodingContainer(RecordDecoding<Key>(record: Record(), codingPath: codingPath, trace: trace))
    default: throw mismatch("a record", [String: Value].self)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .list(let elements): return ListDecoding(elements: elements, codingPath: codingPath, trace: trace)
    case .record(let record) where record.isEmpty:
      return ListDecoding(elements: [], codingPath: codingPath, trace: trace)
    default: throw mismatch("a list", [Value].self)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func mismatch(_ wanted: String, _ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "\(wanted) expected, got \(value.named)")
    return value.isNil || value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func decodeNil() -> Bool { value.isNil || value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .boolean(let flag) = value else { throw mismatch("a boolean", type) }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = value else { throw mismatch("a string", type) }
    guard let text = String(validating: string.bytes, as: UTF8.self) else { throw mismatch("UTF-8 text", type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch value {
    case .number(let number): return number
    case .integer(let integer): return Double(integer)
    default: throw mismatch("a number", type)
    }
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let fitting: Number? =
      switch value {
      case .integer(let integer): Number(exactly: integer)
      case .number(let number): Number(exactly: number)
      default: nil
      }
    guard let fitting else { throw mismatch("an integer of \(type)", type) }
    return fitting
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
    if let kept = value as? Decoded { return kept }
    return try Decoded(from: self)
  }
}

private struct RecordDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let record: Record
  let codingPath: [any CodingKey]
  let trace: DecodingTrace?

  var allKeys: [Key] {
    trace?.wantsFields { Key(stringValue: $0.text) != nil }
    return record.fields.compactMap { field in
      let key = Key(stringValue: field.name.text)
      if key != nil { _ = trace?.field(field.name) }
      return key
    }
  }

  func contains(_ key: Key) -> Bool {
    let name = ByteString(key.stringValue)
    _ = trace?.field(name)
    return record[name] != nil
  }

  private func decoding(of key: some CodingKey) throws -> ValueDecoding {
    let name = ByteString(key.stringValue)
    let trace = trace?.field(name)
    guard let value = record[name] else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "there is no field '\(key.stringValue)'"))
    }
    return ValueDecoding(value: value, codingPath: codingPath + [key], trace: trace)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoding(of: key).decodeNil() }
  func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
    trace?.field(ByteString(key.stringValue)).wants(type)
    return try decoding(of: key).decode(type)
  }

  func decodeIfPresent<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded? {
    trace?.field(ByteString(key.stringValue)).wants(type)
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decoding(of: key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try decoding(of: key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoding(of: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoding(of: PlainKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoding(of: key) }
}

private struct ListDecoding: UnkeyedDecodingContainer {
  let elements: [Value]
  let codingPath: [any CodingKey]
  let trace: DecodingTrace?
  var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func present(_ type: Any.Type) throws -> ValueDecoding {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: codingPath, debugDescription: "the list has \(elements.count) elements")
      )
    }
    return ValueDecoding(
      value: elements[currentIndex], codingPath: codingPath + [PlainKey(currentIndex)],
      trace: trace?.element(currentIndex))
  }

  /// Goes on only if it succeeds, as the protocol wants it.
  private mutating func next<Result>(_ type: Any.Type, _ body: (ValueDecoding) throws -> Result) throws -> Result {
    let result = try body(try present(type))
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard try present(Any?.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
    try next(type) {
      $0.trace?.wants(type)
      return try $0.decode(type)
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Value].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next(Any.self) { $0 } }
}
