import BindGraph

/// A lens with functions of Swift's: `to` reads through, `back` writes back.
final class LensCell: DerivedCell, Lens {
  typealias Back = (_ seen: Value, _ base: Value?) throws(Failure) -> Link.Answer

  var source: Cell { inputs?.first ?? root }
  let root: Cell
  let leadsBack: Bool
  let needsBase: Bool
  /// It is a part of what it is made over, and no other form of it.
  private let isPlace: Bool
  private let to: (Value) throws(Failure) -> Value
  private let back: Back?

  init(
    over source: Cell, isPlace: Bool = false, name: String, needsBase: Bool, engine: Engine,
    to: @escaping (Value) throws(Failure) -> Value, back: Back?
  ) {
    let before = source as? any Lens
    root = before?.root ?? source
    leadsBack = back != nil && before?.leadsBack ?? true
    self.needsBase = needsBase || before?.needsBase ?? false
    self.isPlace = isPlace
    self.to = to
    self.back = back
    super.init(inputs: [source], name: name, engine: engine)
  }

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
    try modify { base throws(Failure) in base.merged(with: fields) }
  }

  override func reset() throws(Failure) -> WriteOutcome { isPlace ? try write(.nil) : try root.reset() }
  override func touch() throws(Failure) { try touch(with: source) }
  override func isSettled(on value: Value) throws(Failure) -> Bool { try isSettledThrough(on: value) }
}
