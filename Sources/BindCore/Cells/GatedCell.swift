/// The value of a source while a condition holds, and no value otherwise: the input of a binding with `when=`.
package final class GatedCell: DerivedCell {
  private let source: Cell
  private let gate: Cell

  package init(_ source: Cell, when gate: Cell) {
    self.source = source
    self.gate = gate
    super.init(inputs: [gate, source], name: source.name, engine: source.engine)
  }

  package override func compute() -> Computation {
    do {
      guard let condition = try gate.get(), condition.isTruthy, let value = try source.get() else { return .absent }
      return .value(value)
    } catch {
      return .failed(error)
    }
  }
}
