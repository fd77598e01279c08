import BindCore

/// `ref:observe(fn)` and, below, `bh.bind(ref, fn)`.
class LuaObserver: Observer {
  /// What it declares no parameter for, it is not given. The cause is a table. It stands first, in room that is there.
  private let parameters: UInt8
  private let function: LuaReference
  fileprivate unowned(unsafe) let surface: Surface

  fileprivate var lua: Interpreter { surface.lua }

  init(of cell: Cell, _ function: LuaReference, scope: Scope, surface: Surface) {
    self.function = function
    self.surface = surface
    parameters = surface.lua.parameterCount(function)
    super.init(of: cell, scope: scope)
  }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    if parameters > 2 { return try receiveWithCause(new, old, cause) }
    // The interpreter outlives the surface, and the function this call: neither is retained for it.
    let failure = Unmanaged.passUnretained(surface)._withUnsafeGuaranteedRef {
      Unmanaged.passUnretained($0.lua)._withUnsafeGuaranteedRef {
        $0.failureOfDelivery(function, new, old ?? .nil, count: parameters)
      }
    }
    if let failure { throw failure }
  }

  @inline(never)
  private func receiveWithCause(_ new: Value, _ old: Value?, _ cause: CauseID) throws(Failure) {
    _ = try lua.run(function, [new, old ?? .nil, engine.causeValue(cause, isFirst: old == nil)])
  }

  override func didStop() {
    super.didStop()
    lua.letGo(of: function)
  }
}

/// `bh.bind(ref, fn)`: an observer that says how it stands, as every binding does.
final class LuaFunctionBinding: LuaObserver, StatusCells {
  private let before: LuaReference?
  private let label: String?
  private var ifNil: Binding.IfNil
  /// Something stands before the function, so that it is not given all that the source says: `map=`, `default=` or `skip_nil=`.
  private let hasFilter: Bool
  /// What the function was given last, in that case.
  private var given: Value?
  /// There was no value meanwhile: the next one is given also if it is the same.
  private var wasAbsent = false
  private let cells = BindingStatusCells()
  private var tried: Value?
  /// Its scope is there for its errors only.
  var hasOwnScope = false

  init(
    of cell: Cell, _ function: LuaReference, map: LuaReference?, label: String?, ifNil: Binding.IfNil, scope: Scope,
    surface: Surface
  ) {
    before = map
    self.label = label
    self.ifNil = ifNil
    if case .raise = ifNil { hasFilter = map != nil } else { hasFilter = true }
    super.init(of: cell, function, scope: scope, surface: surface)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(of cell: Cell, _ function: LuaReference, scope: Scope, surface: Surface) {
    preconditionFailure("not inherited")
  }

  override var title: String { label ?? super.title }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    tried = new
    try pass(new, old, cause)
    set(.ok)
  }

  private func pass(_ new: Value, _ old: Value?, _ cause: CauseID) throws(Failure) {
    guard hasFilter else { return try super.receive(new, old: old, cause: cause) }
    guard let new = try filtered(new) else { return }
    let old = given
    if let old, !wasAbsent, engine.causes[cause]?.kind != .touch, isSame(old, new) { return }
    (given, wasAbsent) = (new, false)
    try super.receive(new, old: old, cause: cause)
  }

  /// What the function is given of a value; nil where it is not told of it.
  private func filtered(_ value: Value) throws(Failure) -> Value? {
    var value = value
    if let before { value = try mapped(value, by: before) }
    guard value.isNil else { return value }
    switch ifNil {
    case .raise: return value
    case .skip: return nil
    case .use(let substitute): return substitute
    }
  }

  private func mapped(_ value: Value, by map: LuaReference) throws(Failure) -> Value {
    do {
      return try engine.runPure { () throws(Failure) in try lua.compute(map, [value]) }
    } catch {
      throw .transformFailed(error, of: input, value: value)
    }
  }

  /// Without a `map` the values are the source's, which may have an equality of its own.
  private func isSame(_ old: Value, _ new: Value) -> Bool { before == nil ? input.isAlike(old, new) : old == new }

  override func receiveAbsence() throws(Failure) {
    wasAbsent = true
    if delivered == nil { given = nil }
  }

  /// Without a first delivery the function is told of changes of what it would have been given.
  override func skipFirstDelivery() {
    super.skipFirstDelivery()
    guard hasFilter, let delivered else { return }
    given = try? filtered(delivered)
  }

  override func receiveFailure(_ failure: Failure) { set(.failed, .transformFailed(failure, of: input, value: nil)) }
  override func inputReport(_ failure: Failure, trail: [String]) -> Report {
    Report(Failure.transformFailed(failure, of: input, value: nil), during: title, trail: trail)
  }
  override func receiveRecovery() { set(.ok) }
  override func didFail(_ failure: Failure) { set(.failed, failure) }
  override func suspensionChanged() { set(isSuspended ? .suspended : .failed, lastFailure) }

  private func set(_ status: Binding.Status, _ failure: Failure? = nil) {
    let input = status == .ok ? nil : tried
    if status == .ok { tried = nil }
    cells.set(status, failure.map { surface.errorTable($0, at: engine.position(of: place)) }, input: input, in: engine)
  }

  override var cellsAfterItsEnd: [Cell] { super.cellsAfterItsEnd + (isStopped ? cells.cells : []) }

  override func didStop() {
    super.didStop()
    (given, tried, ifNil) = (nil, nil, .raise)
    cells.end(of: title, in: engine)
    lua.letGo(of: before)
    if hasOwnScope { scope.leave() }
  }

  func statusCell(named name: String) -> Cell? { cells.cell(named: name, of: title, in: engine) }
}

/// `bh.bind(ref, target, {map=})`.
final class LuaBinding: Binding {
  private let function: LuaReference?
  /// Its scope is there for its errors only.
  var hasOwnScope = false
  private unowned(unsafe) let surface: Surface
  private var lua: Interpreter { surface.lua }

  init(
    from source: Cell, to target: Cell, map: LuaReference?, when gate: Cell?, rank: Rank, label: String?, scope: Scope,
    surface: Surface
  ) {
    function = map
    self.surface = surface
    super.init(from: source, to: target, when: gate, rank: rank, label: label, scope: scope)
    describeFailure = { [unowned surface] failure in surface.errorRecord(failure) }
  }

  override func transform(_ value: Value) throws(Failure) -> Value {
    guard let function else { return value }
    return try lua.compute(function, [value])
  }

  override func didStop() {
    super.didStop()
    if hasOwnScope { scope.leave() }
    lua.letGo(of: function)
  }
}

/// `bh.effect(fn)`: the body may return a cleanup function, which runs before the next run and at the end.
final class LuaEffect: Effect {
  private let function: LuaReference
  private unowned(unsafe) let surface: Surface
  private var lua: Interpreter { surface.lua }

  init(_ function: LuaReference, scope: Scope, surface: Surface) {
    self.function = function
    self.surface = surface
    super.init(engine: scope.engine, scope: scope)
  }

  override func body() throws(Failure) {
    let result = try lua.run(function, [], results: Interpreter.allResults).first
    guard case .opaque(let opaque)? = result, let cleanup = opaque as? LuaReference, cleanup.isFunction else { return }
    let lua = lua
    // An effect that has stopped itself cleans up when it is done.
    if engine.scope.isClosing { return _ = try lua.run(cleanup, [], results: 0) }
    engine.scope.onClose { _ = try lua.run(cleanup, [], results: 0) }
  }

  override func didStop() {
    super.didStop()
    lua.letGo(of: function)
  }
}

extension Engine {
  /// A cause as scripts see it: `{kind, script, line, label, parent, first, coalesced}`. A first delivery has no more than a kind,
  /// unless there was no value before: then it names what has brought it. What led to it is told so many events back:
  /// a timer that sets itself has no first one, and tables are nested a hundred deep at most.
  func causeValue(_ id: CauseID, isFirst: Bool, depth: Int = 32) -> Value {
    var fields: [Record.Field] = []
    if isFirst { fields.append(("first", .boolean(true))) }
    let cause = causes[id]
    fields.append(("kind", .string((isFirst ? .initial : cause?.kind ?? .initial).name)))
    guard let cause else { return .record(Record(fields)) }
    if cause.place.isKnown {
      fields.append(("script", .string(causes.name(cause.place.script))))
      fields.append(("line", .integer(Int64(cause.place.line))))
    }
    let label = causes.label(of: id)
    if label != 0 { fields.append(("label", .string(causes.name(label)))) }
    if cause.kind == .external, causes.name(cause.via) == StateMirror.coalescedOrigin {
      fields.append(("coalesced", .boolean(true)))
    }
    if let metadata = causes.metadata(of: id) { fields.append(("metadata", metadata)) }
    if depth > 1, cause.parent != .none, cause.parent != id, causes[cause.parent] != nil {
      fields.append(("parent", causeValue(cause.parent, isFirst: false, depth: depth - 1)))
    }
    return .record(Record(fields))
  }
}
