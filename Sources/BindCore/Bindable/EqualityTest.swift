/// Whether a write is a change, for values of a Swift type.
@frozen public enum EqualityTest<Value> {
  /// Every write is a change: the type cannot be compared.
  case never
  /// Values are the same that are so bit for bit, as integers are: for types without padding, references or several words
  /// for one thing.
  case bits
  case function((Value, Value) -> Bool)

  @inlinable
  public func isSame(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .never: false
    case .bits: Self.hasSameBits(left, right)
    case .function(let test): test(left, right)
    }
  }

  @inlinable
  static func hasSameBits(_ left: Value, _ right: Value) -> Bool {
    if MemoryLayout<Value>.size == MemoryLayout<UInt64>.size {
      return unsafeBitCast(left, to: UInt64.self) == unsafeBitCast(right, to: UInt64.self)
    }
    return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
  }

  /// False: nobody can tell whether two values are the same.
  var compares: Bool { if case .never = self { false } else { true } }
}

extension EqualityTest {
  /// The default: `==` of an Equatable type, where NaN equals NaN, also in optionals and arrays; identity of other classes, and
  /// of protocols that only classes conform to; never for the rest.
  @inlinable
  public static var standard: EqualityTest<Value> {
    Value.self == Int.self || Value.self == Bool.self ? .bits : general
  }

  /// Objects by identity, also where they have `==`, in an optional or behind a protocol; what is no object as `standard` does.
  public static var identity: EqualityTest<Value> {
    let standard = standard
    return .function { left, right in
      guard let left = object(in: left), let right = object(in: right) else { return standard.isSame(left, right) }
      return left === right
    }
  }

  @usableFromInline
  static var general: EqualityTest<Value> {
    if let type = Value.self as? any FloatingPoint.Type { return number(type) }
    if let type = Value.self as? any ValueHolder.Type, let test = type.testOfHeldValues as? EqualityTest<Value> {
      return test
    }
    if let type = Value.self as? any Equatable.Type { return equatable(type) }
    if holdsObjectsOnly(Value.self) {
      return .function { ($0 as AnyObject) === ($1 as AnyObject) }
    }
    return .never
  }

  /// - Parameter type: that of the value, of which more is known here.
  private static func number<Number: FloatingPoint>(_ type: Number.Type) -> EqualityTest<Value> {
    own(EqualityTest<Number>.function { left, right in left == right || (left.isNaN && right.isNaN) })
  }

  private static func equatable<Comparable: Equatable>(_ type: Comparable.Type) -> EqualityTest<Value> {
    own(EqualityTest<Comparable>.function(==))
  }

  /// The test is one of this very type, which only the compiler does not know.
  private static func own<Same>(_ test: EqualityTest<Same>) -> EqualityTest<Value> {
    guard let own = test as? EqualityTest<Value> else { preconditionFailure("a test of another type") }
    return own
  }

  /// The test of the values inside, where it says more than the type's own `==`.
  fileprivate static var finer: EqualityTest<Value>? {
    let holds = (Value.self as? any ValueHolder.Type).map { $0.testOfHeldValues != nil } ?? false
    let isNumber = Value.self is any FloatingPoint.Type
    let isPlainObject = holdsObjectsOnly(Value.self) && !(Value.self is any Equatable.Type)
    return holds || isNumber || isPlainObject ? general : nil
  }

  /// The object that the value is, or that is in the optional.
  private static func object(in value: Value) -> AnyObject? {
    var value: Any = value
    while let optional = value as? any OptionalType {
      guard let wrapped = optional.wrapped else { return nil }
      value = wrapped
    }
    return type(of: value) is AnyClass ? value as AnyObject : nil
  }
}

/// A type that holds values of another.
private protocol ValueHolder {
  /// An `EqualityTest` of the type; nil where its own `==`, or nothing, is as good.
  static var testOfHeldValues: Any? { get }
}

extension Optional: ValueHolder {
  fileprivate static var testOfHeldValues: Any? {
    EqualityTest<Wrapped>.finer.map { test in
      EqualityTest<Self>.function { left, right in
        guard let left, let right else { return left == nil && right == nil }
        return test.isSame(left, right)
      }
    }
  }
}

extension Array: ValueHolder {
  fileprivate static var testOfHeldValues: Any? {
    EqualityTest<Element>.finer.map { test in
      EqualityTest<Self>.function { left, right in
        left.count == right.count && zip(left, right).allSatisfy { test.isSame($0, $1) }
      }
    }
  }
}

extension Dictionary: ValueHolder {
  fileprivate static var testOfHeldValues: Any? {
    EqualityTest<Value>.finer.map { test in
      EqualityTest<Self>.function { left, right in
        left.count == right.count
          && left.allSatisfy { key, value in right[key].map { test.isSame(value, $0) } ?? false }
      }
    }
  }
}

/// An optional whose type is only known when it runs.
protocol OptionalType {
  static var holdsObject: Bool { get }
  /// What it is an optional of, however often it is one.
  static var innermost: Any.Type { get }
  /// What is of that type is of its own innermost one.
  static func admits(_ type: Any.Type) -> Bool
  var wrapped: Any? { get }
}

extension Optional: OptionalType {
  static var holdsObject: Bool { holdsObjectsOnly(Wrapped.self) }
  static var innermost: Any.Type { (Wrapped.self as? any OptionalType.Type)?.innermost ?? Wrapped.self }
  static func admits(_ type: Any.Type) -> Bool {
    if let wrapped = Wrapped.self as? any OptionalType.Type { return wrapped.admits(type) }
    return Wrapped.self == Any.self || type is Wrapped.Type
  }
  var wrapped: Any? { map { $0 as Any } }
}
