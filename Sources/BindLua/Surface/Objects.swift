import BindCore
import CBindValue

/// The kinds of host objects that scripts see, registered once.
struct Kinds {
  let cell: ObjectKind
  let derived: ObjectKind
  let handle: ObjectKind
  let scope: ObjectKind
  let field: ObjectKind
  let job: ObjectKind
  let view: ObjectKind
  let history: ObjectKind
  let source: ObjectKind
  /// A place in a source, or a lens on one.
  let sourcePlace: ObjectKind
  let state: ObjectKind
  let signal: ObjectKind
  let loadable: ObjectKind
  let retry: ObjectKind
  let database: ObjectKind
  let environment: ObjectKind
  let permissions: ObjectKind
  let family: ObjectKind
  let stream: ObjectKind
  let emit: ObjectKind
  let progress: ObjectKind
  let cycle: ObjectKind

  /// User values of a derived cell: its functions, and the inputs whose userdata it must keep.
  static let derivedUserValues = 3

  init(_ lua: Interpreter) throws(LuaFailure) {
    cell = try lua.registerKind("Ref", isCell: true, hasPaths: true)
    derived = try lua.registerKind("derived Ref", isCell: true, hasPaths: true, userValues: Self.derivedUserValues)
    handle = try lua.registerKind("handle", hasPaths: true, canClose: true, userValues: 1)
    scope = try lua.registerKind("scope")
    field = try lua.registerKind("field", userValues: 2)
    job = try lua.registerKind("job", hasPaths: true, canClose: true)
    view = try lua.registerKind("view", hasPaths: true, canClose: true)
    source = try lua.registerKind("source", isCell: true, hasPaths: true)
    sourcePlace = try lua.registerKind("Ref", isCell: true, hasPaths: true, userValues: Self.derivedUserValues)
    state = try lua.registerKind("state", isCell: true, hasPaths: true)
    signal = try lua.registerKind("change signal", isFunction: true)
    history = try lua.registerKind("history", hasPaths: true, canClose: true)
    loadable = try lua.registerKind("loadable", hasPaths: true, canClose: true)
    retry = try lua.registerKind("retry", isFunction: true)
    database = try lua.registerKind("database")
    environment = try lua.registerKind("environment")
    permissions = try lua.registerKind("permissions")
    family = try lua.registerKind("loadable family", hasPaths: true, canClose: true)
    stream = try lua.registerKind("stream", userValues: 1)
    emit = try lua.registerKind("emit", isFunction: true)
    progress = try lua.registerKind("progress", isFunction: true)
    cycle = try lua.registerKind("cycle")
  }
}

extension Kinds {
  fileprivate func kind(of cell: Cell) -> ObjectKind {
    if cell is SourceCell { return source }
    if cell.settledLeaf is SourceCell { return sourcePlace }
    if cell is DerivedCell { return derived }
    return cell.stateMirror != nil ? state : self.cell
  }
}

/// A cell as scripts hold it. One cell has one object, so identity in Lua is the cell's.
final class CellObject: HostObject, CellRepresentative, @unchecked Sendable {
  /// What is in its value, or what is made of those it is made of, stands with its userdata: `ParkedCells`.
  var hasList = false
  /// So many collections are to pass before it is parked again.
  var parkingPause: UInt8 = 0
  /// Whoever gets it may keep it and write it when the userdata is gone.
  var cell: Cell {
    if ownCell.isParked { bringBack() }
    return ownCell
  }
  /// The cell as it is, perhaps parked.
  let ownCell: Cell
  private unowned(unsafe) let surface: Surface

  init(_ cell: Cell, surface: Surface) {
    ownCell = cell
    self.surface = surface
    let kinds = surface.kinds
    super.init(kind: kinds.kind(of: cell))
    cell.surfaceObject = self
    if cell.mayHoldObjects { surface.engine.hasContainers = true }
  }

  deinit { ownCell.surfaceObject = nil }

  override func keep() -> Bool { surface.garbage.kept.add(self) }

  @inline(never)
  func bringBack() { surface.garbage.parked.bringBack(self) }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  override var slot: UnsafeMutablePointer<bh_slot>? { ownCell.slot }

  override func read(_ mode: ReadMode, into result: inout HostResult) throws -> ReadOutcome {
    do {
      let reading =
        mode.contains(.peek)
        ? try ownCell.engine.untracked { () throws(Failure) in try ownCell.read() }
        : try ownCell.read(suspendable: mode.contains(.suspendable))
      switch reading {
      case .value(let value): try result.set(value)
      case .absent: try result.set(Value.nil)
      case .suspended: return .needsEvaluation
      }
      return .value
    } catch let failure as Failure {
      throw surface.raisable(failure)
    }
  }

  override func readScalar(into place: UnsafeMutablePointer<bh_value>) -> Bool {
    ownCell.readScalar(into: place)
  }

  override func write(_ value: HostArgument, into result: inout WriteResult) throws {
    do {
      if ownCell.isParked { bringBack() }
      if case .refused(let diagnostic) = try ownCell.write(value.value) { try result.refuse(diagnostic) }
    } catch let failure as Failure {
      if surface.passesOver(failure) { return }
      throw surface.raisable(failure)
    }
  }

  override func resolve(path: ByteString) throws -> HostObject {
    if path.bytes.first == UInt8(ascii: "$") { return surface.object(try statusCell(path)) }
    do { return try surface.object(try cell.at(path), in: cell) } catch {
      if surface.passesOver(error) { return surface.object(BlankCell(engine: surface.engine)) }
      throw surface.raisable(error)
    }
  }

  /// `source "$pending"`, `prefs "$save_error"`.
  private func statusCell(_ path: ByteString) throws -> Cell {
    if let cell = cell.statusCell(named: path.text) { return cell }
    throw Diagnostic.unknownName(
      .bindPath, owner: cell.name, noun: "cell", name: path.text, known: cell.statusCellNames)
  }
}

/// An observer, binding, effect, timer, task, watch or command as scripts hold it. Letting go of it ends nothing.
final class HandleObject: HostObject, @unchecked Sendable {
  let item: any ScopeItem
  let place: Site
  /// Its userdata keeps those of these cells that it is made of (`ParkedCells`).
  var keptParts: [ObjectIdentifier] = []
  private unowned(unsafe) let surface: Surface

  init(_ item: any ScopeItem, surface: Surface) {
    self.item = item
    self.surface = surface
    place = (item as? Callback)?.place ?? surface.engine.site()
    super.init(kind: surface.kinds.handle)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  override func keep() -> Bool { surface.garbage.kept.add(self) }

  override func resolve(path: ByteString) throws -> HostObject {
    let callback = item as? Callback
    if let callback, callback.scope.isClosed {
      throw surface.raisable(Failure.disposed(callback.title, scope: callback.scope.name))
    }
    let binding = item as? any StatusCells
    guard let cell = binding?.statusCell(named: path.text) else {
      throw Diagnostic.unknownName(
        .bindPath, owner: callback?.title ?? "handle", noun: "cell", name: path.text,
        known: binding == nil ? [] : Binding.statusCellNames)
    }
    return surface.object(cell)
  }
}

/// A function of the host's that a script may keep and call.
final class CallableObject: HostObject, @unchecked Sendable {
  let body: (Call) throws(Failure) -> Void

  init(_ kind: ObjectKind, _ body: @escaping (Call) throws(Failure) -> Void) {
    self.body = body
    super.init(kind: kind)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }
}

final class ScopeObject: HostObject, @unchecked Sendable {
  let scope: Scope

  init(_ scope: Scope, kind: ObjectKind) {
    self.scope = scope
    super.init(kind: kind)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }
}

/// What `bh.field` returns: a declaration on its way into a model. Its userdata holds the function of `check`, and the objects in
/// the default and in `one_of`.
final class FieldObject: HostObject, @unchecked Sendable {
  private var declaration: FieldDeclaration
  private unowned(unsafe) let surface: Surface

  init(_ declaration: FieldDeclaration, check: LuaReference?, surface: Surface) throws(Failure) {
    self.declaration = declaration
    self.surface = surface
    super.init(kind: surface.kinds.field)
    let lua = surface.lua
    if let check { try lua.hold(check, in: self, at: 1) }
    self.declaration.values = try lua.hold(objectsIn: declaration.values, in: self, at: 2)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  override func keep() -> Bool { surface.garbage.kept.add(self) }

  func declared() throws(Failure) -> FieldDeclaration {
    let lua = surface.lua
    var declaration = declaration
    declaration.values = try lua.value(declaration.values, withObjectsHeldBy: self, at: 2)
    guard let check = try lua.function(1, of: self) else { return declaration }
    declaration.check =
      LuaCheck(check, type: declaration.type, defaultValue: declaration.defaultValue, lua: lua).verdict
    return declaration
  }
}

extension Surface {
  /// The one object of a cell.
  func object(_ cell: Cell) -> CellObject {
    if let known = cell.surfaceObject as? CellObject { return known }
    return CellObject(cell, surface: self)
  }

  /// What to throw so that Lua gets this failure: a script's own value unchanged, anything else as an err table.
  func raisable(_ failure: Failure) -> any Error {
    switch failure {
    case .diagnostic(let diagnostic), .stopped(let diagnostic): return engine.secrets.hide(diagnostic)
    case .raised(let error):
      if case .opaque(let opaque) = error.value, let reference = opaque as? LuaReference {
        return RaisedValue(reference, at: error.position, traceback: error.traceback)
      }
      if error.value.isNil { return RaisedValue(nil, at: error.position, traceback: error.traceback) }
      if let reference = try? lua.makeReference(error.value) {
        return RaisedValue(reference, at: error.position, traceback: error.traceback)
      }
      return Diagnostic(.scriptError, error.message, at: error.position, traceback: error.traceback)
    }
  }

  /// An error as handlers and `nil, err` give it: always with `kind` and `message`. A table that the script returned keeps
  /// its fields; what it said in plain words is an error of kind `script`, what it raised is its `cause`.
  func errorTable(_ failure: Failure, at place: SourcePosition? = nil) -> Value {
    guard case .raised(let error) = failure else { return errorValue(failure, at: place) }
    if case .record(let fields) = error.value { return .record(fields.completed(error.text, at: place)) }
    if let finding = error.diagnostic, case .opaque(let value) = error.value {
      return finding.circumstances.wasRetried ? retried(value) : error.value
    }
    if let finding = error.diagnostic { return .record(finding.record) }
    var diagnostic = Diagnostic(.scriptError, error.text, at: error.position ?? place)
    if error.position != nil, !error.value.isNil { diagnostic.raised = RaisedCause(error.value) }
    return .record(diagnostic.record)
  }

  /// An err table that says so, with all that it says; that of the script stays as it is.
  private func retried(_ value: Opaque) -> Value {
    guard let reference = value as? LuaReference, case .record(var fields)? = lua.value(behind: reference),
      fields["retried"] != .boolean(true)
    else { return .opaque(value) }
    fields["retried"] = .boolean(true)
    return .record(fields)
  }

  /// The same as a value that cells hold and views show.
  func errorRecord(_ failure: Failure, at place: SourcePosition? = nil) -> Value {
    if case .raised(let error) = failure, let finding = error.diagnostic { return .record(finding.record) }
    return errorTable(failure, at: place)
  }

  /// What `bh.on_error` gets: an err table with `traceback`, with notes that tell what ran and what led there, and with
  /// what the script raised as its `cause`, unchanged. An err table that the script let pass is handed on as it is.
  func reportTable(_ report: Report) -> Value {
    let diagnostic = Diagnostic(report)
    var fields = diagnostic.record
    // A finding of bindhost's own has perhaps more to say than its report.
    if case .raised(let error) = Engine.failure(report.failure), error.diagnostic != nil,
      case .record(let finding) = error.value
    {
      for (name, value) in finding.fields where name != "notes" { fields[name] = value }
    }
    fields["traceback"] = diagnostic.traceback.map { .string(ByteString($0)) }
    if diagnostic.severity == .warning { fields["warning"] = .boolean(true) }
    return .record(fields)
  }

  /// An error as a value that a script can look at: the raised value itself, or the fields of an err table.
  /// - Parameter place: where the script called what failed, if it still knows.
  func errorValue(_ failure: Failure, at place: SourcePosition? = nil) -> Value {
    switch failure {
    case .diagnostic(let diagnostic), .stopped(let diagnostic):
      .record(engine.secrets.hide(diagnostic).located(at: place).record)
    case .raised(let error): error.value
    }
  }
}

extension Record {
  /// What an error that a script has made up leaves unsaid.
  fileprivate func completed(_ words: String, at place: SourcePosition?) -> Record {
    var record = self
    // A finding that takes along what a function has said.
    if record["id"] != nil, record["script"] == nil, record["line"] == nil, let place {
      record["script"] = .string(ByteString(place.script))
      record["line"] = .integer(Int64(place.line))
    }
    if record["kind"] == nil { record["kind"] = .string("script") }
    if record["id"] == nil { record["id"] = .string(ByteString(DiagnosticID.scriptError.rawValue)) }
    if record["message"] == nil {
      if case .string? = self["kind"] {
        record["message"] = self["kind"]
      } else {
        record["message"] = .string(ByteString(words))
      }
    }
    return record
  }
}
