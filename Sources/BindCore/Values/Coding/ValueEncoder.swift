/// Turns any `Encodable` into a `Value`, as a JSON encoder would: keyed containers become records, unkeyed ones lists.
///
/// An optional that is nil is left out of its record and is `null` in a list; an unsigned integer beyond 64 signed bits is
/// an error, since no script could hold it.
///
/// What hashes its elements is encoded in the order of what they become: equal sets become equal lists.
package enum ValueEncoder {
  /// - Throws: what the value's own `encode(to:)` throws, or an `EncodingError`.
  package static func encode(_ value: some Encodable) throws -> Value {
    let place = EncodingPlace()
    try place.put(value, at: [])
    return place.value ?? .nil
  }
}

/// Where one value is being put together. Containers of a value share its place, so that they may be asked for twice.
private final class EncodingPlace {
  private enum Content {
    case nothing
    case value(Value)
    case record([(name: ByteString, place: EncodingPlace)])
    case list([EncodingPlace])
  }

  private var content = Content.nothing
  /// What was put here has no order of its own.
  private var unordered: UnorderedElements?

  var value: Value? {
    switch content {
    case .nothing: return nil
    case .value(let value): return value
    case .list(let places):
      let elements = places.map { $0.value ?? .record(Record()) }
      return .list(unordered?.inOrder(elements) ?? elements)
    case .record(let fields):
      return .record(Record(fields.compactMap { field in field.place.value.map { (field.name, $0) } }))
    }
  }

  func set(_ value: Value) { content = .value(value) }

  func field(_ name: ByteString) -> EncodingPlace {
    beRecord()
    guard case .record(var fields) = content else { return EncodingPlace() }
    let place = EncodingPlace()
    fields.append((name, place))
    content = .record(fields)
    return place
  }

  func element() -> EncodingPlace {
    beList()
    guard case .list(var places) = content else { return EncodingPlace() }
    let place = EncodingPlace()
    places.append(place)
    content = .list(places)
    return place
  }

  func beRecord() { if case .nothing = content { content = .record([]) } }
  func beList() { if case .nothing = content { content = .list([]) } }

  var count: Int { if case .list(let places) = content { places.count } else { 0 } }

  func put(_ value: some Encodable, at path: [any CodingKey]) throws {
    // The commonest kinds without a container of their own.
    switch value {
    case let text as String: set(.string(text))
    case let flag as Bool: set(.boolean(flag))
    case let number as Double: set(.number(number))
    case let integer as Int: set(.integer(Int64(integer)))
    case let kept as Value: set(kept)
    default:
      unordered = (type(of: value) as? any Unordered.Type)?.elements
      try value.encode(to: PlaceEncoder(place: self, codingPath: path))
    }
  }

  func put(integer: some BinaryInteger, at path: [any CodingKey]) throws {
    guard let fits = Int64(exactly: integer) else {
      throw EncodingError.invalidValue(
        integer, EncodingError.Context(codingPath: path, debugDescription: "\(integer) does not fit 64 signed bits"))
    }
    set(.integer(fits))
  }
}

private struct PlaceEncoder: Encoder, SingleValueEncodingContainer {
  let place: EncodingPlace
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.beRecord()
    return KeyedEncodingContainer(RecordEncoding<Key>(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.beList()
    return ListEncoding(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { place.set(.nil) }
  func encode(_ value: Bool) { place.set(.boolean(value)) }
  func encode(_ value: String) { place.set(.string(value)) }
  func encode(_ value: Double) { place.set(.number(value)) }
  func encode(_ value: Float) { place.set(.number(Double(value))) }
  func encode(_ value: Int) { place.set(.integer(Int64(value))) }
  func encode(_ value: Int8) { place.set(.integer(Int64(value))) }
  func encode(_ value: Int16) { place.set(.integer(Int64(value))) }
  func encode(_ value: Int32) { place.set(.integer(Int64(value))) }
  func encode(_ value: Int64) { place.set(.integer(value)) }
  func encode(_ value: UInt8) { place.set(.integer(Int64(value))) }
  func encode(_ value: UInt16) { place.set(.integer(Int64(value))) }
  func encode(_ value: UInt32) { place.set(.integer(Int64(value))) }
  func encode(_ value: UInt) throws { try place.put(integer: value, at: codingPath) }
  func encode(_ value: UInt64) throws { try place.put(integer: value, at: codingPath) }
  func encode(_ value: some Encodable) throws { try place.put(value, at: codingPath) }
}

private struct RecordEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: EncodingPlace
  let codingPath: [any CodingKey]

  private func encoder(for key: some CodingKey) -> PlaceEncoder {
    PlaceEncoder(place: place.field(ByteString(key.stringValue)), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { encoder(for: key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws { try encoder(for: key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder(for: key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(for: key).unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder(for: PlainKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }
}

private struct ListEncoding: UnkeyedEncodingContainer {
  let place: EncodingPlace
  let codingPath: [any CodingKey]
  var count: Int { place.count }

  private func encoder() -> PlaceEncoder {
    let key = PlainKey(count)
    return PlaceEncoder(place: place.element(), codingPath: codingPath + [key])
  }

  // A list has no place for what is absent.
  func encodeNil() { place.element().set(.null) }

  func encode(_ value: some Encodable) throws {
    let encoder = encoder()
    try encoder.encode(value)
    if encoder.place.value?.isNil ?? false { encoder.place.set(.null) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }
}

/// A field's name, or an element's index counted from 0.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
