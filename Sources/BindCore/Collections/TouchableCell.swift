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

  /// Touches what it is a view of, and itself with that.
  package final func touch(with source: Cell) throws(Failure) { try touch([self], with: source) }

  /// The same of a place in it: what is between the two is told too, and what is in that place.
  package final func touch(_ place: Cell, with source: Cell) throws(Failure) {
    var touched = [self]
    var around = place as? DerivedCell
    while let cell = around, cell !== self {
      touched.append(cell)
      around = cell.inputs?.first as? DerivedCell
    }
    try touch(touched + place.allInnerCells.compactMap { $0 as? DerivedCell }, with: source)
  }

  private func touch(_ cells: [DerivedCell], with source: Cell) throws(Failure) {
    func set(_ isTouched: Bool) { for cell in cells { cell.isTouched = isTouched } }
    set(true)
    // A touch that is rolled back was none.
    engine.registered(Registration { set(false) })
    do { try source.touch() } catch {
      set(false)
      throw error
    }
  }
}

extension Cell {
  /// The places in it, and those in them, that somebody holds.
  fileprivate var allInnerCells: [Cell] { innerCells.flatMap { [$0] + $0.allInnerCells } }
}
