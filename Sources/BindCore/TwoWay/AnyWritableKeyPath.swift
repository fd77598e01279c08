/// A writable key path whose value's type is not in its own: for tables of properties of several types.
///
/// ```swift
/// let loose = [AnyWritableKeyPath(\User.name), AnyWritableKeyPath(\User.likesKiwi)]
/// try loose[0].set("Ada", in: &user)
/// ```
/// A value of another type is an error that names both types; nothing is dropped silently. A plain `nil as Any?` is the nil of
/// every optional property, that of an `Int?` is none of a `String?`.
public struct AnyWritableKeyPath<Root>: Sendable {
  /// The type of the property's values.
  public let valueType: Any.Type
  /// The key path itself.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  private let write: @Sendable (Any, inout Root) -> Bool

  public init<Value>(_ keyPath: any WritableKeyPath<Root, Value> & Sendable) {
    self.keyPath = keyPath
    valueType = Value.self
    write = { value, root in
      // `as?` lifts a value into an optional of its type, and takes the nil of every other for its nil.
      guard let new = value as? Value, isNoStrangeNil(value, for: Value.self) else { return false }
      root[keyPath: keyPath] = new
      return true
    }
  }

  public func get(from root: Root) -> Any { root[keyPath: keyPath] }

  /// - Throws: a `Diagnostic` with id `bind.type` when the value is not of the property's type; the root is as it was.
  public func set(_ value: Any, in root: inout Root) throws {
    if !write(value, &root) {
      throw Diagnostic(
        .bindType, "a property of \(Root.self): \(valueType) expected, got \(type(of: value)) (\(value))")
    }
  }

  /// The key path with its type, if it is this one.
  public func typed<Value>(as type: Value.Type) -> WritableKeyPath<Root, Value>? {
    keyPath as? WritableKeyPath<Root, Value>
  }
}

/// The value is no nil, or one that a property of this type has too.
private func isNoStrangeNil(_ value: Any, for type: Any.Type) -> Bool {
  guard let type = type as? any OptionalType.Type else { return true }
  var value = value
  while let optional = value as? any OptionalType {
    guard let wrapped = optional.wrapped else {
      let given = Swift.type(of: optional).innermost
      return given == Any.self || type.admits(given)
    }
    value = wrapped
  }
  return true
}
