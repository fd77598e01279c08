package import BindGraph

/// A derived place that can be touched: its observers are told then, although it is equal.
package class TouchableCell: DerivedCell {
  private var isTouched = false

  package override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    try engine.reading(self) { () throws(Failure) in try super.read(suspendable: suspendable) }
  }

  package override func evaluate(in graph: Graph) -> Evaluation {
    let outcome = super.evaluate(in: graph)
    guard isTouched, outcome != .suspended else { return outcome }
    isTouched = false
    return .changed
  }

  final func touch(with outer: Cell) throws(Failure) {
    isTouched = true
    // A touch that is rolled back was none.
    engine.registered(Registration { [weak self] in self?.isTouched = false })
    do { try outer.touch() } catch {
      isTouched = false
      throw error
    }
  }
}
