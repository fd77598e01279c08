package import BindGraph

/// The value of a source while a condition holds, and no value otherwise: the input of a binding with `when=`. While the condition
/// does not hold the source is not looked at.
package final class GatedCell: DerivedCell {
  let gate: Cell
  private let source: Cell
  /// That of the node of the source, when it was evaluated last.
  private var sourceVersion: UInt32 = 0

  package init(_ source: Cell, when gate: Cell) {
    (self.gate, self.source) = (gate, source)
    super.init(inputs: nil, name: source.name, engine: source.engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  package override var inputCells: [Cell] { [gate, source] }
  package override var parts: [Cell] { inputCells }
  package override var constantParts: [Cell] { inputCells }
  package override var lifetime: Scope? { gate.lifetime ?? source.lifetime }

  /// The input whose failure it hands on.
  var failingInput: DerivedCell? {
    inputCells.first { input in
      do { _ = try input.peek() } catch { return true }
      return false
    } as? DerivedCell
  }

  /// Whoever observes it has the source too, also while that is not looked at.
  package override func livenessChanged(_ live: Bool, in graph: Graph) { source.keepFunctions(live) }

  /// The condition does not hold.
  var isClosed: Bool { !(((try? gate.peek()) ?? nil)?.isTruthy ?? false) }

  /// It does not as it is stored, while writes are being applied; one that is derived is not looked at then.
  var isStoredClosed: Bool {
    guard gate is LeafCell || gate.outerCell != nil, let leaf = gate.settledLeaf else { return false }
    return !(leaf.stored.flatMap(gate.standing)?.isTruthy ?? false)
  }

  /// It does not, and the last write that it follows from is older than that: one by hand, whatever bindings have handed on since.
  func isClosed(before event: CauseID) -> Bool {
    guard isClosed else { return false }
    return engine.handBehind(gate.lastCause).index < event.index
  }

  /// What counts as a change of the source does so here.
  override var comparesValues: Bool { source.comparesValues }
  override func isSameOtherwise(_ old: Value, _ new: Value) -> Bool { source.isSameOtherwise(old, new) }

  override var presentTouch: CauseID? { isClosed ? nil : source.presentTouch }

  /// A touch of the source passes too, as does each write where values are not compared.
  package override func evaluate(in graph: Graph) -> Evaluation {
    let outcome = super.evaluate(in: graph)
    if outcome == .suspended { return outcome }
    var isTouched = source.presentTouch != nil
    // What is another one although it is equal was touched. A leaf that compares may have been put back by several callbacks.
    if source is DerivedCell || !source.comparesValues, let version = graph.version(of: source.node) {
      if version != sourceVersion { isTouched = true }
      sourceVersion = version
    }
    return outcome == .unchanged && isTouched && !isClosed ? .changed : outcome
  }

  package override func compute() -> Computation {
    do {
      for (input, isCondition) in [(gate, true), (source, false)] {
        switch try input.read(suspendable: true) {
        case .suspended: return .suspended
        case .absent: return .absent
        case .value(let value):
          if !isCondition { return .value(value) }
          if !value.isTruthy { return .absent }
        }
      }
      return .absent
    } catch {
      return .failed(error)
    }
  }
}
