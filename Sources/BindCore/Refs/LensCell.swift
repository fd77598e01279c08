/// A two-way view of another cell with functions of Swift's: `to` reads through, `back` writes back.
final class LensCell: DerivedCell {
  typealias Back = (_ seen: Value, _ base: Value?) throws(Failure) -> Link.Answer

  private var source: Cell { inputs?.first ?? root }
  /// What a chain of lenses ends at.
  private let root: Cell
  /// Every lens of the chain can be written.
  private let leadsBack: Bool
  /// Some lens of the chain changes a part of what stands there.
  private let needsBase: Bool
  private let to: (Value) throws(Failure) -> Value
  private let back: Back?

  init(
    over source: Cell, name: String, needsBase: Bool, engine: Engine,
    to: @escaping (Value) throws(Failure) -> Value, back: Back?
  ) {
    let before = source as? LensCell
    root = before?.root ?? source
    leadsBack = back != nil && before?.leadsBack ?? true
    self.needsBase = needsBase || before?.needsBase ?? false
    self.to = to
    self.back = back
    super.init(inputs: [source], name: name, engine: engine)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override var isWritable: Bool { leadsBack && root.isWritable }
  override var settledLeaf: LeafCell? { root.settledLeaf }
  override var settledTarget: Cell? { root.settledTarget }
  override var bindingTarget: Cell { root.bindingTarget }
  override var path: Path { root.path }
  override var isDetached: Bool { root.isDetached }
  override var leafAround: LeafCell? { root.leafAround }

  override func value(in whole: Value) -> Value? {
    guard let value = root.value(in: whole) else { return nil }
    return try? computing { () throws(Failure) in try seen(of: value) }
  }

  override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      return .value(try to(value))
    } catch {
      return error.isAbsence ? .absent : .failed(error)
    }
  }

  override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    guard isWritable else { throw .readOnly(self) }
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    let base = needsBase ? try root.peek() : nil
    switch try computing({ () throws(Failure) in try converted(value, base: base) }) {
    case .refused(let reason): return .refused(.invalid(value, of: self, because: reason))
    case .accepted(let converted):
      guard needsBase else { return try root.write(converted) }
      return try root.modify { [self] base throws(Failure) in try taken(value, base: base) }
    }
  }

  override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    guard isWritable else { throw .readOnly(self) }
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    let new = try engine.result(of: change, on: try get() ?? .nil)
    guard engine.heldOverlay != nil else { return try write(new) }
    // In an observer it is applied to what its root holds by then.
    let present = try root.peek()
    if case .refused(let reason) = try computing({ () throws(Failure) in try converted(new, base: present) }) {
      return .refused(.invalid(new, of: self, because: reason))
    }
    return try root.modify { [self] base throws(Failure) in try taken(try change(try seen(of: base)), base: base) }
  }

  override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    try modify { base throws(Failure) in base.merged(with: fields) }
  }

  override func reset() throws(Failure) -> WriteOutcome { try root.reset() }
  override func touch() throws(Failure) { try root.touch() }

  /// What is refused changes nothing.
  override func isSettled(on value: Value) throws(Failure) -> Bool {
    let base = needsBase ? try root.peek() : nil
    guard case .accepted(let converted) = try converted(value, base: base) else { return true }
    return try root.isSettled(on: converted)
  }

  /// What the chain of lenses shows of a value of its root.
  private func seen(of whole: Value) throws(Failure) -> Value {
    try to(try (source as? LensCell)?.seen(of: whole) ?? whole)
  }

  /// What the root has to hold for the chain to show the value.
  private func converted(_ value: Value, base: Value?) throws(Failure) -> Link.Answer {
    guard let back else { throw .readOnly(self) }
    let lens = source as? LensCell
    let own = if let base, let lens { try lens.seen(of: base) } else { base }
    switch try back(value, own) {
    case .accepted(let converted): return try lens?.converted(converted, base: base) ?? .accepted(converted)
    case .refused(let reason): return .refused(reason)
    }
  }

  private func taken(_ value: Value, base: Value) throws(Failure) -> Value {
    switch try converted(value, base: base) {
    case .accepted(let converted): return converted
    case .refused(let reason): throw .diagnostic(.invalid(value, of: self, because: reason))
    }
  }

  private func computing<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try engine.untracked { () throws(Failure) in try engine.runPure(body) }
  }
}
