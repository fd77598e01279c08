import BindGraph

/// A lens with functions of Swift's: `to` reads through, `back` writes back.
final class LensCell: DerivedCell, Lens {
  typealias Back = (_ seen: Value, _ base: Value?) throws(Failure) -> Link.Answer

  var source: Cell { inputs?.first ?? root }
  let root: Cell
  let leadsBack: Bool
  let needsBase: Bool
  /// Where it stands in what it is made over, if it is a part of that and no other form of it.
  private let place: Place?
  private let to: (Value) throws(Failure) -> Value
  private let back: Back?

  /// A part of what a cell holds.
  struct Place {
    let step: Path.Step
    /// Makes the records and lists around it that are missing when it is written.
    let creates: Bool
  }

  init(
    over source: Cell, place: Place? = nil, name: String, needsBase: Bool, engine: Engine,
    to: @escaping (Value) throws(Failure) -> Value, back: Back?
  ) {
    let before = source as? any Lens
    root = before?.root ?? source
    leadsBack = back != nil && before?.leadsBack ?? true
    self.needsBase = needsBase || before?.needsBase ?? false
    self.place = place
    self.to = to
    self.back = back
    super.init(inputs: [source], name: name, engine: engine)
  }

  override var constantParts: [Cell] { [root] }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  func shown(of value: Value) throws(Failure) -> Value { try to(value) }

  func answer(to value: Value, over base: Value?) throws(Failure) -> Link.Answer {
    guard let back else { throw .readOnly(self) }
    return try back(value, base)
  }

  override var isWritable: Bool { leadsBack && root.isWritable }
  override var settledLeaf: LeafCell? { root.settledLeaf }
  override var settledTarget: Cell? { root.settledTarget }
  override var bindingTarget: Cell { root.bindingTarget }
  override var path: Path { root.path }
  override var toldPath: Path? { place.map { source.pathOfPlaces?.appending($0.step) } ?? path }
  /// Another form of a value has places of its own.
  override var pathOfPlaces: Path? { place == nil ? Path() : toldPath }
  override var isDetached: Bool { root.isDetached }
  override var leafAround: LeafCell? { root.leafAround }
  override func value(in whole: Value) -> Value? { value(shownOf: root.value(in: whole)) }

  override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    try engine.reading(root) { () throws(Failure) in try super.read(suspendable: suspendable) }
  }

  override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      return .value(try to(value))
    } catch {
      return error.isAbsence ? .absent : .failed(error)
    }
  }

  override func evaluate(in graph: Graph) -> Evaluation { touched(super.evaluate(in: graph)) }

  override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    guard isWritable else { throw .readOnly(self) }
    return try writeThrough(value)
  }

  override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    guard isWritable else { throw .readOnly(self) }
    return try modifyThrough(change)
  }

  override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    try mergeInPlace(fields)
  }

  override func reset() throws(Failure) -> WriteOutcome { place == nil ? try root.reset() : try write(.nil) }
  override func touch() throws(Failure) { try touch(with: source) }
  override func touch(at place: Cell) throws(Failure) { try touch(place, with: source) }

  override func child(_ step: Path.Step) throws(Failure) -> Cell {
    part(at: Place(step: step, creates: place?.creates ?? false))
  }

  override var creatingHops: Cell {
    guard let place, !place.creates else { return self }
    return (source.creatingHops as? DerivedCell)?.part(at: Place(step: place.step, creates: true)) ?? self
  }

  override func isSettled(on value: Value) throws(Failure) -> Bool { try isSettledThrough(on: value) }
}

extension DerivedCell {
  /// A place in what it holds, which can be written where it can be.
  final func part(at place: LensCell.Place) -> LensCell {
    let (step, creates) = (place.step, place.creates)
    let name = step.name(below: name)
    return LensCell(
      over: self, place: place, name: name, needsBase: isWritable, engine: engine,
      to: { whole throws(Failure) in whole[step] ?? .nil },
      back: !isWritable
        ? nil
        : { value, whole throws(Failure) in
          let whole = whole ?? .nil
          return .accepted(
            try whole.made(for: step, if: creates).replacing(step, name: name, by: value))
        })
  }
}
