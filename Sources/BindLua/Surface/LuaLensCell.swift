import BindCore
import BindGraph

/// `ref:through{to=, from=}`: a two-way view of another cell. `to` reads through, `from` writes back.
final class LuaLensCell: LuaDerivedCell {
  private var source: Cell { inputs?.first ?? root }
  /// What a chain of lenses ends at.
  private let root: Cell
  /// Every lens of the chain has a `from`.
  private let leadsBack: Bool
  /// Where the functions stand among those of the cell; nil where none was given.
  private let to: Int?
  private let from: Int?

  init(over source: Cell, to: LuaReference?, from: LuaReference?, surface: Surface) {
    let before = source as? LuaLensCell
    root = before?.root ?? source
    leadsBack = from != nil && before?.leadsBack ?? true
    self.to = to == nil ? nil : 0
    self.from = from == nil ? nil : to == nil ? 0 : 1
    super.init(
      inputs: [source], functions: [to, from].compactMap { $0 }, name: "\(source.stem):through", surface: surface)
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
    return try? engine.untracked { () throws(Failure) in
      try engine.runPure { () throws(Failure) in try converted(value) }
    }
  }

  override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    try engine.reading(root) { () throws(Failure) in try super.read(suspendable: suspendable) }
  }

  override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      guard let to else { return .value(value) }
      guard let function = try function(to) else { return gone }
      return .value(try lua.compute(function, [value]))
    } catch {
      return .failed(error)
    }
  }

  /// Through every `from` on the way.
  override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    var value = value
    var lens = self
    while true {
      switch try lens.convertBack(value) {
      case .accepted(let converted): value = converted
      case .refused(let reason):
        return .refused(.invalid(value, of: lens, because: reason))
      }
      guard let next = lens.source as? LuaLensCell else { return try root.write(value) }
      lens = next
    }
  }

  /// What `from` refuses changes nothing.
  override func isSettled(on value: Value) throws(Failure) -> Bool {
    var value = value
    var lens = self
    while true {
      guard case .accepted(let converted) = try lens.convertBack(value) else { return true }
      value = converted
      guard let next = lens.source as? LuaLensCell else { return try root.isSettled(on: value) }
      lens = next
    }
  }

  /// `nil, message` or an error of `from` refuses; a plain nil is the value nil.
  private func convertBack(_ value: Value) throws(Failure) -> Link.Answer {
    guard let from else {
      throw Failure.diagnostic(
        Diagnostic(.bindReadOnly, "\(name) has no 'from' function, so it cannot be written"))
    }
    guard let function = try function(from) else {
      throw goneFailure
    }
    return try engine.untracked { () throws(Failure) in
      try engine.runPure { () throws(Failure) in try lua.answer(of: function, to: value) }
    }
  }

  override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    let base = try get() ?? .nil
    let value = try engine.result(of: change, on: base)
    guard engine.heldOverlay != nil else { return try write(value) }
    // In an observer it is applied to what its root holds by then.
    do throws(Failure) { _ = try convertedBack(value) } catch {
      guard case .diagnostic(let diagnostic) = error, diagnostic.id == .bindInvalid else { throw error }
      return .refused(diagnostic)
    }
    return try root.modify { [self] base throws(Failure) in try convertedBack(try change(try converted(base))) }
  }

  /// What the chain of lenses shows of a value of its root.
  private func converted(_ whole: Value) throws(Failure) -> Value {
    let value = try (source as? LuaLensCell)?.converted(whole) ?? whole
    guard let to else { return value }
    guard let function = try function(to) else { throw goneFailure }
    return try lua.compute(function, [value])
  }

  /// What the root has to hold for the chain to show the value.
  private func convertedBack(_ value: Value) throws(Failure) -> Value {
    switch try convertBack(value) {
    case .accepted(let converted): return try (source as? LuaLensCell)?.convertedBack(converted) ?? converted
    case .refused(let reason): throw .diagnostic(.invalid(value, of: self, because: reason))
    }
  }

  private var goneFailure: Failure {
    .diagnostic(Diagnostic(.bindDisposed, "\(name) is used after its function was collected"))
  }

  override func reset() throws(Failure) -> WriteOutcome { try root.reset() }

  override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    try modify { base throws(Failure) in base.merged(with: fields) }
  }

  /// With every lens on the way.
  override func touch() throws(Failure) { try touch(with: source) }

  override func evaluate(in graph: Graph) -> Evaluation { touched(super.evaluate(in: graph)) }
}
