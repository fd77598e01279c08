/// The named models of an engine.
public final class ModelRegistry {
  private var models: [String: RecordCell] = [:]
  package unowned(unsafe) let engine: Engine

  package init(engine: Engine) { self.engine = engine }

  public var names: [String] { models.keys.sorted() }

  public func model(named name: String) -> RecordCell? { models[name] }

  /// Registers a model; the same name twice raises `bind.duplicate`. Undone when the present transaction fails.
  package func add(_ model: RecordCell, named name: String) throws(Failure) {
    guard models[name] == nil else {
      throw .diagnostic(
        Diagnostic(
          .bindDuplicate, "a model named '\(name)' exists already",
          notes: ["take another name, or bh.open(\"\(name)\") for the one that exists"]))
    }
    models[name] = model
    for history in engine.histories where !history.isSelective { try history.include(model) }
    if engine.mode == .deferred {
      engine.overlayForWriting().register(Registration { [weak self] in self?.models[name] = nil })
    }
  }

  /// In order of name.
  package var all: [RecordCell] { models.keys.sorted().compactMap { models[$0] } }

  package func remove(named name: String) { models[name] = nil }

  package func removeAll() { models = [:] }
}

/// Undoes a registration that is no item of a scope.
package final class Registration: ScopeItem {
  package var scopeIndex = -1
  private let undo: () -> Void
  package init(_ undo: @escaping () -> Void) { self.undo = undo }
  package func stop() { undo() }
}

/// What a model is made from: fields in order, nested records inside.
public indirect enum FieldTree {
  case leaf(FieldDeclaration)
  case record([(name: ByteString, tree: FieldTree)])
}

extension RecordCell {
  /// Builds the cells of a declaration, each field with its default value.
  ///
  /// Errors: `bind.type` or `bind.invalid` when a default is refused by its own declaration, `bind.path` for a name
  /// that starts with `$`.
  package static func build(
    _ fields: [(name: ByteString, tree: FieldTree)], name: String, engine: Engine
  ) throws(Failure) -> RecordCell {
    let record = RecordCell(name: name, engine: engine)
    try record.build(fields, cells: PlainCells())
    return record
  }

  func build(_ fields: [(name: ByteString, tree: FieldTree)], cells: some CellMaker) throws(Failure) {
    for (field, tree) in fields {
      if field.bytes.first == UInt8(ascii: "$") {
        throw .diagnostic(
          Diagnostic(.bindPath, "\(name): a field name cannot start with '$' ('\(field.text)')"))
      }
      switch tree {
      case .record(let inner):
        let record = cells.record(field.text, in: self)
        try record.build(inner, cells: cells)
        add(field, record)
      case .leaf(let declaration):
        add(field, try LeafCell.field(declaration, name: field.text, parent: self, engine: engine, cells: cells))
      }
    }
  }
}

/// Makes the cells of a declaration.
protocol CellMaker {
  /// They may hold what only the present script can: functions, Refs.
  var holdObjects: Bool { get }
  func record(_ name: String, in parent: RecordCell) -> RecordCell
  func leaf(_ value: Value, declaration: FieldDeclaration, name: String, parent: RecordCell?, engine: Engine)
    -> LeafCell
}

private struct PlainCells: CellMaker {
  var holdObjects = true

  func record(_ name: String, in parent: RecordCell) -> RecordCell {
    RecordCell(name: name, parent: parent, engine: parent.engine)
  }

  func leaf(
    _ value: Value, declaration: FieldDeclaration, name: String, parent: RecordCell?, engine: Engine
  ) -> LeafCell {
    LeafCell(value, declaration: declaration, name: name, parent: parent, engine: engine)
  }
}

extension FieldTree {
  /// Raises where a field of a state of that name does not take its own default: before anything of it is opened.
  package func checkDefaults(ofState name: String, in engine: Engine) throws(Failure) {
    let cells = PlainCells(holdObjects: false)
    switch self {
    case .record(let fields): try RecordCell(name: name, engine: engine).build(fields, cells: cells)
    case .leaf(let declaration):
      _ = try LeafCell.field(declaration, name: name, parent: nil, engine: engine, cells: cells)
    }
  }
}

extension LeafCell {
  /// A cell that stands alone, with the default of its declaration.
  static func declared(_ declaration: FieldDeclaration, name: String, engine: Engine) throws(Failure) -> LeafCell {
    try field(declaration, name: name, parent: nil, engine: engine, cells: PlainCells())
  }

  /// A cell with the default of its declaration, which has to satisfy it.
  static func field(
    _ declaration: FieldDeclaration, name: String, parent: RecordCell?, engine: Engine, cells: some CellMaker
  ) throws(Failure) -> LeafCell {
    var value = Value.nil
    if !declaration.defaultValue.isNil {
      let probe = LeafCell(nil, declaration: declaration, name: name, parent: parent, engine: engine)
      if !cells.holdObjects { try probe.refuseObjects(in: declaration.defaultValue) }
      switch try probe.accept(declaration.defaultValue) {
      case .accepted(let accepted): value = accepted
      case .refused(var diagnostic):
        diagnostic.notes.append("it is the field's own default, which has to be one that the field takes")
        throw .diagnostic(diagnostic)
      }
    }
    return cells.leaf(value, declaration: declaration, name: name, parent: parent, engine: engine)
  }
}
