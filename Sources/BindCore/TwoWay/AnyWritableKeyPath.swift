/// A writable key path whose value's type is not in its own: for tables of properties of several types.
///
/// ```swift
/// let loose = [AnyWritableKeyPath(\User.name), AnyWritableKeyPath(\User.likesKiwi)]
/// try loose[0].set("Ada", in: &user)
/// ```
/// A value of another type is an error that names both types; nothing is dropped silently.
public struct AnyWritableKeyPath<Root> {
  /// The type of the property's values.
  public let valueType: Any.Type
  /// The key path itself.
  public let keyPath: PartialKeyPath<Root>
  private let write: (Any, inout Root) -> Bool

  public init<Value>(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    valueType = Value.self
    write = { value, root in
      // `as?` lifts a value into an optional of its type.
      guard let value = value as? Value else { return false }
      root[keyPath: keyPath] = value
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
