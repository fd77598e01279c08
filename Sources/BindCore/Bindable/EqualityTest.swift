/// Whether a write is a change, for values of a Swift type.
@frozen public enum EqualityTest<Value> {
  /// Every write is a change: the type cannot be compared.
  case never
  case function((Value, Value) -> Bool)

  @inlinable
  public func isSame(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .never: false
    case .function(let test): test(left, right)
    }
  }

  /// False: nobody can tell whether two values are the same.
  var compares: Bool { if case .never = self { false } else { true } }
}

extension EqualityTest {
  /// The default: `==` of an Equatable type (NaN equals NaN), identity of other classes, never for the rest.
  @inlinable
  public static var standard: EqualityTest<Value> {
    if Value.self == Int.self {
      return .function { unsafeBitCast($0, to: Int.self) == unsafeBitCast($1, to: Int.self) }
    }
    return general
  }

  @usableFromInline
  static var general: EqualityTest<Value> {
    if let type = Value.self as? any FloatingPoint.Type { return number(type) }
    if let type = Value.self as? any Equatable.Type { return equatable(type) }
    if Value.self is AnyObject.Type {
      return .function { ($0 as AnyObject) === ($1 as AnyObject) }
    }
    return .never
  }

  private static func number<Number: FloatingPoint>(_ type: Number.Type) -> EqualityTest<Value> {
    .function { left, right in
      guard let left = left as? Number, let right = right as? Number else { return false }
      return left == right || (left.isNaN && right.isNaN)
    }
  }

  private static func equatable<Comparable: Equatable>(_ type: Comparable.Type) -> EqualityTest<Value> {
    .function { left, right in
      guard let left = left as? Comparable, let right = right as? Comparable else { return false }
      return left == right
    }
  }
}
