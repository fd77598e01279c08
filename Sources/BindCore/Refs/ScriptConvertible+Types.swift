// Types beyond numbers, texts and lists.

extension Value: ScriptConvertible {
  public static var fieldType: FieldType { .any }
  public static var isOptional: Bool { true }
  public init?(script: Value) { self = script }
  public var scriptValue: Value { self }
}

extension Record: ScriptConvertible {
  public static var fieldType: FieldType { .record }
  public init?(script: Value) {
    switch script {
    case .record(let record): self = record
    case .list(let elements) where elements.isEmpty: self = Record()
    default: return nil
    }
  }
  public var scriptValue: Value { .record(self) }
}

extension Dictionary: ScriptConvertible where Key == String, Value: ScriptConvertible {
  public static var fieldType: FieldType { .map(of: Value.isOptional ? .any : Value.fieldType) }
  public init?(script: BindCore.Value) {
    guard let record = Record(script: script) else { return nil }
    self = [:]
    for (name, value) in record.fields {
      guard let converted = Value(script: value) else { return nil }
      self[name.text] = converted
    }
  }
  public var scriptValue: BindCore.Value { .record(Record(map { (ByteString($0.key), $0.value.scriptValue) })) }
}

/// `enum Theme: String, ScriptConvertible` is what its raw value is.
extension ScriptConvertible where Self: RawRepresentable, RawValue: ScriptConvertible {
  public static var fieldType: FieldType { RawValue.fieldType }
  public init?(script: Value) {
    guard let raw = RawValue(script: script) else { return nil }
    self.init(rawValue: raw)
  }
  public var scriptValue: Value { rawValue.scriptValue }
}

/// A record of what it encodes: `struct Todo: ScriptCodable { var id: Int; var text: String }`.
public protocol ScriptCodable: ScriptConvertible, Codable {}

extension ScriptCodable {
  public static var fieldType: FieldType { .any }
  public init?(script: Value) {
    guard let decoded = try? ValueDecoder.decode(Self.self, from: script) else { return nil }
    self = decoded
  }
  public var scriptValue: Value {
    do { return try ValueEncoder.encode(self) } catch { return .opaque(Unencodable(error)) }
  }
}

/// A Swift value for Refs that no script sees: to scripts it is nil. `extension Session: HostValue {}` is all it needs.
public protocol HostValue: ScriptConvertible, Equatable {}

extension HostValue {
  public static var fieldType: FieldType { .any }
  public init?(script: Value) {
    guard case .opaque(let opaque) = script, let box = opaque as? Held<Self> else { return nil }
    self = box.value
  }
  public var scriptValue: Value { .opaque(Held(self)) }
}

private final class Held<Content: Equatable>: Opaque, @unchecked Sendable {
  let value: Content
  init(_ value: Content) { self.value = value }
  @available(*, unavailable) override init() { preconditionFailure("not inherited") }
  override var typeName: String { "\(Content.self)" }
  override func isIdentical(to other: Opaque) -> Bool { (other as? Held)?.value == value }
}

/// What could not be encoded: no value of any type, so that nothing takes it.
final class Unencodable: Opaque, @unchecked Sendable {
  let error: any Error
  init(_ error: any Error) { self.error = error }
  @available(*, unavailable) override init() { preconditionFailure("not inherited") }
  override var typeName: String { "a value that cannot be encoded (\(error))" }
}
