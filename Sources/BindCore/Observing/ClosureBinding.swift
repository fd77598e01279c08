/// A binding whose transform is a Swift closure.
public final class ClosureBinding: Binding {
  private let function: (Value) throws(Failure) -> Value

  package init(
    from source: Cell, to target: Cell, scope: Scope, _ function: @escaping (Value) throws(Failure) -> Value
  ) {
    self.function = function
    super.init(from: source, to: target, scope: scope)
  }

  public override func transform(_ value: Value) throws(Failure) -> Value { try function(value) }
}
