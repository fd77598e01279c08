package import BindGraph

/// The value of a source while a condition holds, and no value otherwise: the input of a binding with `when=`.
package final class GatedCell: DerivedCell {
  package init(_ source: Cell, when gate: Cell) {
    super.init(inputs: [gate, source], name: source.name, engine: source.engine)
  }

  /// The input whose failure it hands on.
  var failingInput: DerivedCell? {
    inputs?.first { input in
      do { _ = try input.peek() } catch { return true }
      return false
    } as? DerivedCell
  }

  /// The condition does not hold.
  var isClosed: Bool { inputs.map { !(((try? $0[0].peek()) ?? nil)?.isTruthy ?? false) } ?? false }

  /// The same as far as it is stored, while writes are being applied: what is derived is not looked at then.
  var isStoredClosed: Bool {
    guard let condition = inputs?[0] as? LeafCell else { return false }
    return !(condition.stored?.isTruthy ?? false)
  }

  /// A touch of the source passes too.
  package override func evaluate(in graph: Graph) -> Evaluation {
    let outcome = super.evaluate(in: graph)
    guard outcome == .unchanged, !isClosed, let source = inputs?.last,
      engine.touches.cause(of: source, in: graph.wave) != nil
    else { return outcome }
    return .changed
  }

  package override func compute() -> Computation {
    guard let inputs else { return .absent }
    do {
      guard let condition = try inputs[0].get(), condition.isTruthy, let value = try inputs[1].get() else {
        return .absent
      }
      return .value(value)
    } catch {
      return .failed(error)
    }
  }
}
