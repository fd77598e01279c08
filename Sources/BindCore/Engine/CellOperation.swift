/// Whose doing an operation on a cell is.
enum CellOrigin {
  /// One write, to that place in it; nil: to all of it.
  case write(Cell?, CauseID)
  /// What was written before the first function.
  case writes(PlacedWrites)
}

/// A plain value, or none, that a callback writes to a cell behind functions.
final class CellAssignment: HeldOperation {
  let cell: LeafCell
  private let value: Value?
  private let origin: CellOrigin

  init(_ value: Value?, to cell: LeafCell, by origin: CellOrigin) {
    (self.cell, self.value, self.origin) = (cell, value, origin)
  }

  override var target: AnyObject { cell }

  override func replaces(_ earlier: HeldOperation) -> Bool {
    (earlier as? CellAssignment)?.cell === cell || earlier.judges(cell)
  }

  override func perform(in overlay: Overlay, _ engine: Engine, isApplied: Bool) {
    overlay.cellWrite(to: cell)?.put(value, by: isApplied ? origin : nil)
  }
}

/// What a callback makes of a cell by a function.
final class CellChange: HeldOperation {
  private let cell: LeafCell
  private let function: (Value) throws(Failure) -> Value
  /// Where the truth of the cell is elsewhere: what the function was given last, and what it gave.
  private let known: StateWrite.Known?
  var origin: CellOrigin?

  init(_ function: @escaping (Value) throws(Failure) -> Value, of cell: LeafCell, known: StateWrite.Known? = nil) {
    (self.cell, self.function, self.known) = (cell, function, known)
  }

  override var target: AnyObject { cell }

  /// What the cell says to what the function makes of what it holds.
  func acceptance(in overlay: Overlay, _ engine: Engine) throws(Failure) -> LeafCell.Acceptance {
    let base = try overlay.value(of: cell) ?? .nil
    let acceptance = try cell.accept(engine.result(of: function, on: base))
    if let known, case .accepted(let result) = acceptance { known.learn(base, [result]) }
    return acceptance
  }

  override func perform(in overlay: Overlay, _ engine: Engine, isApplied: Bool) throws(Failure) {
    switch try acceptance(in: overlay, engine) {
    case .accepted(let value): overlay.cellWrite(to: cell)?.put(value, by: isApplied ? origin : nil)
    case .refused(let diagnostic): if isApplied { throw .diagnostic(diagnostic) }
    }
  }

  override func failed(_ failure: Failure, in overlay: Overlay) { overlay.cellWrite(to: cell)?.fail(failure) }
}
