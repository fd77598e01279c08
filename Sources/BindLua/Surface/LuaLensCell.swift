import BindCore

/// `ref:through{to=, from=}`: a two-way view of another cell. `to` reads through, `from` writes back.
final class LuaLensCell: LuaDerivedCell {
  private let source: Cell
  /// Where the functions stand among those of the cell; nil where none was given.
  private let to: Int?
  private let from: Int?

  init(over source: Cell, to: LuaReference?, from: LuaReference?, surface: Surface) {
    self.source = source
    self.to = to == nil ? nil : 0
    self.from = from == nil ? nil : to == nil ? 0 : 1
    super.init(
      inputs: [source], functions: [to, from].compactMap { $0 }, name: "\(source.stem):through", surface: surface)
  }

  override var isWritable: Bool { from != nil && source.isWritable }
  override var settledLeaf: LeafCell? { source.settledLeaf }
  override var bindingTarget: Cell { source.bindingTarget }
  override var path: Path { source.path }

  override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      guard let to else { return .value(value) }
      guard let function = function(to) else { return gone }
      return .value(try lua.compute(function, [value]))
    } catch {
      return .failed(error)
    }
  }

  /// `nil, message` or an error of `from` refuses; a plain nil is the value nil.
  override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    guard let from else {
      throw Failure.diagnostic(
        Diagnostic(.bindReadOnly, "\(name) has no 'from' function, so it cannot be written"))
    }
    guard let function = function(from) else {
      throw Failure.diagnostic(Diagnostic(.bindDisposed, "\(name) is used after its function was collected"))
    }
    switch try engine.runPure({ () throws(Failure) in try lua.answer(of: function, to: value) }) {
    case .accepted(let converted): return try source.write(converted)
    case .refused(let reason):
      return .refused(Diagnostic(.bindInvalid, "\(name): \(value) was refused: \(reason)"))
    }
  }

  override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    let base = try get() ?? .nil
    return try write(try engine.runPure { () throws(Failure) in try change(base) })
  }

  override func reset() throws(Failure) -> WriteOutcome { try source.reset() }
  override func touch() throws(Failure) { try source.touch() }
}
