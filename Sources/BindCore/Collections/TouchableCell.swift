package import BindGraph

/// A derived place that can be touched: its observers are told then, although it is equal.
package class TouchableCell: DerivedCell {
  package override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    try engine.reading(self) { () throws(Failure) in try super.read(suspendable: suspendable) }
  }

  package override func evaluate(in graph: Graph) -> Evaluation { touched(super.evaluate(in: graph)) }
}

extension DerivedCell {
  /// How an evaluation ends for whoever observes it: one that a touch has led to is a change.
  package final func touched(_ outcome: Evaluation) -> Evaluation {
    guard isTouched, outcome != .suspended else { return outcome }
    isTouched = false
    return .changed
  }

  /// Touches what it is a place in, or a view of, and itself with that.
  package final func touch(with outer: Cell) throws(Failure) {
    isTouched = true
    // A touch that is rolled back was none.
    engine.registered(Registration { [weak self] in self?.isTouched = false })
    do { try outer.touch() } catch {
      isTouched = false
      throw error
    }
  }
}
