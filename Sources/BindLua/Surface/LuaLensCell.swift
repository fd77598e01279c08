import BindCore
import BindGraph

/// `ref:through{to=, from=}`: a two-way view of another cell. `to` reads through, `from` writes back.
final class LuaLensCell: LuaDerivedCell, Lens {
  var source: Cell { input }
  var root: Cell { fartherRoot ?? input }
  /// nil where the source is no lens.
  private let fartherRoot: Cell?
  override var constantParts: [Cell] { fartherRoot.map { [$0] } ?? [] }
  let leadsBack: Bool
  let needsBase: Bool
  /// Where the functions stand among those of the cell; nil where none was given.
  private let to: Int?
  private let from: Int?

  init(over source: Cell, to: LuaReference?, from: LuaReference?, surface: Surface) {
    let before = source as? any Lens
    needsBase = before?.needsBase ?? false
    fartherRoot = before?.root
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
  /// Another form of a value has places of its own.
  override var pathOfPlaces: Path? { Path() }
  override var isDetached: Bool { root.isDetached }

  override var leafAround: LeafCell? { root.leafAround }
  override func value(in whole: Value) -> Value? { value(shownOf: root.value(in: whole)) }

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

  func shown(of value: Value) throws(Failure) -> Value {
    guard let to else { return value }
    guard let function = try function(to) else { throw goneFailure }
    return try lua.compute(function, [value])
  }

  /// `nil, message` or an error of `from` refuses; a plain nil is the value nil.
  func answer(to value: Value, over base: Value?) throws(Failure) -> Link.Answer {
    guard let from else {
      throw Failure.diagnostic(
        Diagnostic(.bindReadOnly, "\(name) has no 'from' function, so it cannot be written"))
    }
    guard let function = try function(from) else { throw goneFailure }
    return try lua.answer(of: function, to: value)
  }

  func keeper() -> AnyObject? {
    (surfaceObject as? CellObject).flatMap { UserdataKeeper($0, lua) }
  }

  private var goneFailure: Failure {
    .diagnostic(Diagnostic(.bindDisposed, "\(name) is used after its function was collected"))
  }

  override func write(_ value: Value) throws(Failure) -> WriteOutcome { try writeThrough(value) }
  override func isSettled(on value: Value) throws(Failure) -> Bool { try isSettledThrough(on: value) }
  override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome { try modifyThrough(change) }
  override func reset() throws(Failure) -> WriteOutcome { try root.reset() }

  override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    try modify { base throws(Failure) in base.merged(with: fields) }
  }

  /// With every lens on the way.
  override func touch() throws(Failure) { try touch(with: source) }
  override func touch(at place: Cell) throws(Failure) { try touch(place, with: source) }

  override func evaluate(in graph: Graph) -> Evaluation { touched(super.evaluate(in: graph)) }
}

/// Keeps a userdata, and the functions that it holds.
private final class UserdataKeeper {
  private let object: HostObject
  private let lua: Interpreter

  /// nil where there is no userdata, or no memory.
  init?(_ object: HostObject, _ lua: Interpreter) {
    guard lua.hasUserdata(object), (try? lua.anchor(object)) != nil else { return nil }
    self.object = object
    self.lua = lua
  }

  deinit { lua.unanchor(object) }
}
