/// A Swift type whose values cross into scripts and back.
public protocol ScriptConvertible {
  /// The declared type of a field that holds it.
  static var fieldType: FieldType { get }
  /// True if nil is one of its values.
  static var isOptional: Bool { get }
  /// nil when the script's value does not fit; it has the field type already.
  init?(script: Value)
  var scriptValue: Value { get }
}

extension ScriptConvertible {
  public static var isOptional: Bool { false }
}

extension Bool: ScriptConvertible {
  public static var fieldType: FieldType { .boolean }
  public init?(script: Value) {
    guard case .boolean(let flag) = script else { return nil }
    self = flag
  }
  public var scriptValue: Value { .boolean(self) }
}

extension ScriptConvertible where Self: FixedWidthInteger {
  public static var fieldType: FieldType { .integer }
  public init?(script: Value) {
    guard case .integer(let integer) = script, let exact = Self(exactly: integer) else { return nil }
    self = exact
  }
  /// An unsigned value beyond 63 bits becomes a float, since Lua has no other number for it: scripts read that, and what holds
  /// integers, as a `Ref` of the type does, refuses it (`bind.type`).
  public var scriptValue: Value { Int64(exactly: self).map { .integer($0) } ?? .number(Double(self)) }
}

extension Int: ScriptConvertible {}
extension Int8: ScriptConvertible {}
extension Int16: ScriptConvertible {}
extension Int32: ScriptConvertible {}
extension Int64: ScriptConvertible {}
extension UInt: ScriptConvertible {}
extension UInt8: ScriptConvertible {}
extension UInt16: ScriptConvertible {}
extension UInt32: ScriptConvertible {}
extension UInt64: ScriptConvertible {}

extension ScriptConvertible where Self: BinaryFloatingPoint {
  public static var fieldType: FieldType { .number }
  /// A number beyond the type's range does not fit; one between two of its values becomes the nearest.
  public init?(script: Value) {
    switch script {
    case .number(let number):
      self = Self(number)
      if isInfinite, number.isFinite { return nil }
    case .integer(let integer):
      self = Self(integer)
      if isInfinite { return nil }
    default: return nil
    }
  }
  public var scriptValue: Value { .number(Double(self)) }
}

extension Double: ScriptConvertible {}
extension Float: ScriptConvertible {}

extension String: ScriptConvertible {
  public static var fieldType: FieldType { .string }
  /// Bytes that are no UTF-8 do not fit.
  public init?(script: Value) {
    guard case .string(let bytes) = script, let text = String(validating: bytes.bytes, as: UTF8.self) else {
      return nil
    }
    self = text
  }
  public var scriptValue: Value { .string(self) }
}

extension ByteString: ScriptConvertible {
  public static var fieldType: FieldType { .string }
  public init?(script: Value) {
    guard case .string(let bytes) = script else { return nil }
    self = bytes
  }
  public var scriptValue: Value { .string(self) }
}

extension Optional: ScriptConvertible where Wrapped: ScriptConvertible {
  public static var fieldType: FieldType { Wrapped.fieldType }
  public static var isOptional: Bool { true }
  public init?(script: Value) {
    if script.isNil {
      self = nil
      return
    }
    guard let wrapped = Wrapped(script: script) else { return nil }
    self = wrapped
  }
  public var scriptValue: Value { map(\.scriptValue) ?? .nil }
}

extension Array: ScriptConvertible where Element: ScriptConvertible {
  public static var fieldType: FieldType { .list(of: Element.isOptional ? .any : Element.fieldType) }
  public init?(script: Value) {
    guard case .list(let values) = script else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for value in values {
      guard let element = Element(script: value) else { return nil }
      elements.append(element)
    }
    self = elements
  }
  public var scriptValue: Value { .list(map(\.scriptValue)) }
}
