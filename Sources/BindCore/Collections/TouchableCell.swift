package import BindGraph

/// A derived place that can be touched: its observers are told then, although it is equal.
package class TouchableCell: DerivedCell {
  /// The commit which changes it has told what did so, and nobody has looked at it since.
  @exclusivity(unchecked) private var knowsItsWriter = false
  /// What it holds is followed from when it was made, or has come.
  @exclusivity(unchecked) private var hasOrigin = false

  package override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    try engine.reading(self) { () throws(Failure) in try super.read(suspendable: suspendable) }
  }

  package override func evaluate(in graph: Graph) -> Evaluation {
    let outcome = super.evaluate(in: graph)
    if case .changed = outcome {
      if !knowsItsWriter { takeOrigin() }
      knowsItsWriter = false
    }
    return touched(outcome)
  }

  /// What it holds was there by now, or has come unseen; from now on it hears of each change of its own.
  final func takeOrigin() {
    guard let around = inputs?.first else { return }
    let origin = settledLeaf?.origin(of: self)
    (writtenBy, writtenAt) = (origin?.event ?? around.writtenBy, origin?.site ?? around.writtenAt)
    hasOrigin = settledLeaf != nil
  }

  package override var originCells: [Cell] {
    if pendingCause != nil { return [] }
    // Nothing may have written it since the leaf was made, whatever has written others.
    if writtenBy != .none || hasOrigin { return [] }
    return super.originCells
  }

  /// A commit changes what it is a place in.
  /// - Parameters:
  ///   - values: what stands there before and after, where it stays in its place.
  ///   - cause: of what is written as a whole.
  ///   - placed: of what is written of places alone, as seen from there.
  func learnOrigin(_ values: (old: Value, new: Value)?, cause: CauseID, placed: PlacedCauses) {
    for cell in heldFields { cell.learnOrigin(values.flatMap(cell.standing), cause: cause, placed: placed[cell.step]) }
    guard let values else { return knowsItsWriter = false }
    if values.old == values.new { return }
    let event = placed.newest(of: self) ?? cause
    engine.noteOrigin(of: self, event)
    if node != .none { engine.graph.attribute(node, to: event.index) }
    knowsItsWriter = true
  }

  /// What it has learnt of a change that was taken back.
  func forgetWriter() { knowsItsWriter = false }

  /// What it held last, for the time when it has gone.
  package var remembered: Value? {
    get { nil }
    set {}
  }

  /// It is about to remember that.
  final func noteMemory(of value: Value) {
    if isParked { bringBack() }
    noteObjects(in: value)
  }

  package override var holdsObjects: Bool { super.holdsObjects || remembered?.holdsObjects ?? false }

  package override func replaceObjects(_ replacement: (Opaque) -> Value?) {
    super.replaceObjects(replacement)
    if let value = remembered?.replacingObjects(replacement) { remembered = value }
  }

  /// The places in it that somebody holds.
  var heldFields: [InnerCell] { [] }
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
    guard engine.mode == .deferred else {
      DerivedTouch.set(true, cells)
      do { try source.touch() } catch {
        DerivedTouch.set(false, cells)
        throw error
      }
      return
    }
    try source.touch()
    engine.holdTouch(of: cells, as: self, with: source)
  }
}

/// A touch of derived cells that is applied with that of what they follow from: an evaluation before that is none of its.
final class DerivedTouch: PendingWrite {
  private let source: Cell
  private var cells: [DerivedCell] = []

  init(of cell: DerivedCell, with source: Cell, cause: CauseID) {
    self.source = source
    super.init(target: cell, cause: cause)
  }

  func add(_ touched: [DerivedCell]) { cells += touched }
  static func set(_ isTouched: Bool, _ cells: [DerivedCell]) { for cell in cells { cell.isTouched = isTouched } }

  override func tellTouch(in engine: Engine) {
    Self.set(true, cells)
    guard let touch = source.presentTouch else { return }
    for cell in cells { engine.noteTouch(of: cell, touch) }
  }

  override func absorb(_ later: PendingWrite) { if let later = later as? DerivedTouch { cells += later.cells } }
}

extension Engine {
  fileprivate func holdTouch(of cells: [DerivedCell], as first: DerivedCell, with source: Cell) {
    let overlay = overlayForWriting()
    let own = overlay.ownWrite(to: first) as? DerivedTouch
    let touch = own ?? DerivedTouch(of: first, with: source, cause: cause)
    touch.add(cells)
    overlay.hasTouches = true
    if own == nil { overlay.add(touch) }
  }
}

extension Cell {
  /// The places in it, and those in them, that somebody holds.
  var allInnerCells: [Cell] { innerCells.flatMap { [$0] + $0.allInnerCells } }
}
