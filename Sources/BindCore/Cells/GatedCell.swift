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
    guard let condition = inputs?.first, condition is LeafCell || condition.outerCell != nil else { return nil }
    guard let leaf = condition.settledLeaf else { return nil }
    return !(leaf.stored.flatMap(condition.standing)?.isTruthy ?? false)
  }

  /// The last write that the condition follows from is older than that.
  func isDecided(before event: CauseID) -> Bool { (inputs?.first?.lastCause ?? .none).index < event.index }

  /// What counts as a change of the source does so here.
  override var comparesValues: Bool { inputs?.last?.comparesValues ?? true }
  override func isSameOtherwise(_ old: Value, _ new: Value) -> Bool {
    inputs?.last?.isSameOtherwise(old, new) ?? (old == new)
  }

  override var presentTouch: CauseID? { isClosed ? nil : inputs?.last?.presentTouch }

  /// A touch of the source passes too, as does each write where values are not compared.
  package override func evaluate(in graph: Graph) -> Evaluation {
    let outcome = super.evaluate(in: graph)
    guard let source = inputs?.last else { return outcome }
    var isTouched = source.presentTouch != nil
    // What is another one although it is equal was touched. A leaf that compares may have been put back by several callbacks.
    if source is DerivedCell || !source.comparesValues, let version = graph.version(of: source.node) {
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
