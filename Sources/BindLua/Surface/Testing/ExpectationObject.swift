import BindCore

/// What `expect(v)` gives: the value, and whether the opposite is expected.
final class ExpectationObject: HostObject, @unchecked Sendable {
  /// As it was given: a table or function is a `LuaReference`, a Ref stands for the value it has when it is looked at.
  let value: Value
  let isNegated: Bool

  init(_ value: Value, isNegated: Bool, kind: ObjectKind) {
    self.value = value
    self.isNegated = isNegated
    super.init(kind: kind)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  /// The Ref that was given, if one was.
  var cell: Cell? {
    if case .opaque(let opaque) = value { return (opaque as? CellObject)?.cell }
    return nil
  }

  var function: LuaReference? {
    guard case .opaque(let opaque) = value, let reference = opaque as? LuaReference, reference.isFunction else {
      return nil
    }
    return reference
  }
}
