package import BindGraph

/// The value of a source while a condition holds, and no value otherwise: the input of a binding with `when=`.
package final class GatedCell: DerivedCell {
  /// That of the node of the source, when it was evaluated last.
  private var sourceVersion: UInt32 = 0

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

  /// Whether the condition holds as it is stored, while writes are being applied; nil for one that is derived, which is not looked at then.
  var isStoredClosed: Bool? {
    guard let condition = inputs?.first as? LeafCell else { return nil }
    return !(condition.stored?.isTruthy ?? false)
  }

  /// The last write that the condition follows from is older than that.
  func isDecided(before event: CauseID) -> Bool { (inputs?.first?.lastCause ?? .none).index < event.index }

  /// A touch of the source passes too.
  package override func evaluate(in graph: Graph) -> Evaluation {
    let outcome = super.evaluate(in: graph)
    guard let source = inputs?.last else { return outcome }
    var isTouched = engine.touches.cause(of: source, in: graph.wave) != nil
    // What is derived, and is another one although it is equal, was touched.
    if source is DerivedCell, let version = graph.version(of: source.node) {
      if version != sourceVersion { isTouched = true }
      sourceVersion = version
    }
    return outcome == .unchanged && isTouched && !isClosed ? .changed : outcome
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
