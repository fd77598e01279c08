/// Which parts of a Swift model scripts reach, and under which names.
///
/// Names come from here, because Swift does not print the key paths of computed properties on Linux.
public final class Exposure<Model> {
  struct Field {
    let path: [ByteString]
    let part: AnyKeyPath
    /// The bytes of the model that it is; nil where it is computed, or lies in an object.
    let extent: Range<Int>?
    let declaration: FieldDeclaration
    let read: (Model) -> Value
    /// nil when the part is read-only.
    let writing: Writing?
  }

  struct Writing {
    /// False when the value does not fit; nothing is written then, nor where there is no model.
    let write: (Bindable<Model>, Value) -> Bool
    /// The same of a model that is changed; nil where the part lies in an object, which is changed at once.
    let put: ((inout Model, Value) -> Bool)?
    /// The part is all of it: it can be written where there is no model yet.
    let isWhole: Bool
  }

  private(set) var fields: [Field] = []

  package init() {}

  /// A part that scripts read, write and observe.
  /// - Parameter name: as scripts write it; `colors.primary` is a field of the record `colors`.
  public func field<Part: ScriptConvertible>(_ name: String, _ part: WritableKeyPath<Model, Part>) {
    let put: (inout Model, Value) -> Bool = { model, value in
      guard let converted = Part(script: value) else { return false }
      model[keyPath: part] = converted
      return true
    }
    let write: (Bindable<Model>, Value) -> Bool = { bindable, value in
      guard let converted = Part(script: value) else { return false }
      bindable.write(part, converted)
      return true
    }
    let isInObject = part is ReferenceWritableKeyPath<Model, Part>
    add(name, part, Writing(write: write, put: isInObject ? nil : put, isWhole: part == \Model.self))
  }

  /// A part that scripts read and observe.
  public func field<Part: ScriptConvertible>(readOnly name: String, _ part: KeyPath<Model, Part>) {
    add(name, part, nil)
  }

  private func add<Part: ScriptConvertible>(
    _ name: String, _ part: KeyPath<Model, Part>, _ writing: Writing?
  ) {
    var declaration = FieldDeclaration(type: Part.fieldType, defaultValue: .nil, isOptional: Part.isOptional)
    // To say nothing costs room, too. What does not fit is refused where it is converted.
    if let coded = Part.coded { declaration.coded = coded }
    let extent = MemoryLayout<Model>.offset(of: part).map { $0..<($0 + MemoryLayout<Part>.size) }
    fields.append(
      Field(
        path: name.split(separator: ".").map { ByteString(String($0)) }, part: part, extent: extent,
        declaration: declaration, read: { $0[keyPath: part].scriptValue }, writing: writing))
  }
}

extension Bindable {
  /// The fields as a record of cells. The bindable stays the truth: each of its commits brings the cells that differ up
  /// to date in the same wave, and a write to a cell is an update of the bindable.
  /// - Throws: `bind.duplicate` when two fields have one name.
  package func exposed(as name: String, _ exposure: Exposure<Value>) throws(Failure) -> RecordCell {
    let root = RecordCell(name: name, engine: engine)
    var added: [FieldMirror] = []
    for field in exposure.fields {
      var record = root
      for step in field.path.dropLast() { record = try record.recordField(step) }
      guard let last = field.path.last, record.field(last) == nil else {
        throw .diagnostic(
          Diagnostic(
            .bindDuplicate, "\(name): the field '\(field.path.map(\.text).joined(separator: "."))' is declared twice"))
      }
      let cell = ExposedCell(field, of: self, name: last.text, in: record)
      record.add(last, cell)
      added.append(FieldMirror(cell: cell))
    }
    keep(mirrors.filter { $0.cell != nil } + added)
    return root
  }

  /// The one cell of a part that no script has named.
  func exposedCell(of part: PartialKeyPath<Value>, _ declare: (Exposure<Value>) -> Void) -> Cell {
    engine.checkThread()
    let exposure = Exposure<Value>()
    declare(exposure)
    let field = exposure.fields[0]
    for mirror in mirrors {
      guard let cell = mirror.cell else { continue }
      let known = unsafeDowncast(cell, to: ExposedCell<Value>.self)
      if known.stands(for: part, isWritable: field.writing != nil) { return known }
    }
    let cell = ExposedCell(field, of: self, name: "\(name).\(field.path.map(\.text).joined(separator: "."))", in: nil)
    keep(mirrors.filter { $0.cell != nil } + [FieldMirror(cell: cell)])
    return cell
  }

  fileprivate var mirrors: [FieldMirror] { hasMirrors ? engine.mirrored[ObjectIdentifier(self)] ?? [] : [] }

  fileprivate func keep(_ mirrors: [FieldMirror]) {
    updates = mirrors.isEmpty ? BindableUpdates(comparingBy: equality) : .mirror
    engine.mirrored[ObjectIdentifier(self)] = mirrors.isEmpty ? nil : mirrors
  }

  /// The fields that scripts see of this value. They are told inside the commit, before observers.
  func forEachMirror(_ body: (ExposedCell<Value>) -> Void) {
    for mirror in mirrors {
      // Nothing else is a mirror of this bindable.
      if let cell = mirror.cell { body(unsafeDowncast(cell, to: ExposedCell<Value>.self)) }
    }
  }
}

/// A bindable as the scripts of one host reach it.
package final class ExposedModel {
  /// Held: scripts that can reach it keep it.
  private let dropMirrors: () -> Void

  package init<Model>(_ root: RecordCell, of bindable: Bindable<Model>) {
    dropMirrors = {
      let leaves = root.exposedLeaves
      bindable.keep(bindable.mirrors.filter { $0.cell.map { !leaves.contains(ObjectIdentifier($0)) } ?? false })
    }
  }

  /// Nobody can reach it any more.
  package func end() { dropMirrors() }
}

extension RecordCell {
  fileprivate var exposedLeaves: Set<ObjectIdentifier> {
    fields.reduce(into: []) { leaves, field in
      if let record = field.cell as? RecordCell {
        leaves.formUnion(record.exposedLeaves)
      } else {
        leaves.insert(ObjectIdentifier(field.cell))
      }
    }
  }

  fileprivate func field(_ name: ByteString) -> Cell? { fields.first { $0.name == name }?.cell }

  fileprivate func recordField(_ name: ByteString) throws(Failure) -> RecordCell {
    switch field(name) {
    case let record as RecordCell: return record
    case nil:
      let record = RecordCell(name: name.text, parent: self, engine: engine)
      add(name, record)
      return record
    default:
      throw .diagnostic(
        Diagnostic(.bindDuplicate, "\(self.name).\(name.text) is a field already and cannot be a record too"))
    }
  }
}

/// A bindable tells its fields, and nobody holds them for it.
struct FieldMirror {
  weak var cell: LeafCell?
}

/// A field of a Swift model, as scripts see it: a mirror that writes through.
final class ExposedCell<Model>: LeafCell {
  let field: Exposure<Model>.Field
  /// Which knows its mirrors weakly.
  let bindable: Bindable<Model>

  init(_ field: Exposure<Model>.Field, of bindable: Bindable<Model>, name: String, in parent: RecordCell?) {
    self.field = field
    self.bindable = bindable
    super.init(
      bindable.stored.map { field.read($0) }, declaration: field.declaration, name: name, parent: parent,
      engine: bindable.engine)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable)
  override init(
    _ value: Value?, declaration: FieldDeclaration, name: String, parent: RecordCell? = nil, engine: Engine
  ) { preconditionFailure("not inherited") }

  override var isWritable: Bool { field.writing != nil }

  func part(of model: Model) -> Value { field.read(model) }

  /// It belongs to no model of scripts, and is this part.
  func stands(for part: AnyKeyPath, isWritable: Bool) -> Bool {
    parent == nil && field.part == part && self.isWritable == isWritable
  }

  /// The bindable is being committed.
  func mirror(_ model: Model, _ cause: CauseID) {
    let value = field.read(model)
    if stored != value { commit(value, cause: cause) }
  }

  /// The bindable has been taken back, and has told it, unless it had no value.
  override func takeBack(to value: Value?, writtenBy event: CauseID, at place: Site) {
    if value == nil { return super.takeBack(to: nil, writtenBy: event, at: place) }
    (writtenBy, writtenAt) = (event, place)
  }

  override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    if engine.watching.pointee & Watch.overlay != 0, let pending = engine.pendingValue(of: bindable) {
      _ = try super.read(suspendable: suspendable)
      return .value(field.read(pending))
    }
    return try super.read(suspendable: suspendable)
  }

  override func write(_ value: Value) throws(Failure) -> WriteOutcome { try give(value, isNew: true) }

  private func give(_ value: Value, isNew: Bool) throws(Failure) -> WriteOutcome {
    guard let writing = field.writing else { throw Failure.readOnly(self) }
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    switch try accept(value) {
    case .refused(let diagnostic): return .refused(diagnostic)
    case .accepted(let accepted):
      guard bindable.hasValue || writing.isWhole else { throw withoutModel }
      if isNew { try refuseUnknownNames(writing: value) }
      return try byHand(writing: accepted) { () throws(Failure) in
        guard writing.write(bindable, accepted) else { throw misfit(accepted) }
        return .written
      }
    }
  }

  /// What a Swift bindable holds stays there.
  override var mayBeVacant: Bool { false }

  override func putAccepted(_ value: Value) throws(Failure) {
    guard let writing = field.writing, writing.write(bindable, value) else { throw misfit(value) }
  }

  override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    guard let writing = field.writing else { throw Failure.readOnly(self) }
    guard engine.heldOverlay != nil, let put = writing.put else {
      guard let present = try peek() else { throw withoutModel }
      return try give(try engine.result(of: change, on: present), isNew: false)
    }
    if engine.judgesFunctions, let present = try peek(),
      case .refused(let diagnostic) = try accept(try engine.result(of: change, on: present))
    {
      return .refused(diagnostic)
    }
    // Applied on the value of that moment; what goes wrong then is reported there.
    let field = field
    bindable.modifyHere { [weak self] model in
      guard let self else { return }
      do {
        let base = field.read(model)
        let new = try self.engine.result(of: change, on: base)
        if case .accepted(let accepted) = try self.accept(new), put(&model, accepted) { return }
        throw self.misfit(new)
      } catch {
        self.engine.root.report(Report(error, during: "held write to \(self.name)"))
      }
    }
    return .written
  }

  override func reset() throws(Failure) -> WriteOutcome {
    if !isWritable { throw Failure.readOnly(self) }
    throw .diagnostic(
      Diagnostic(
        .bindReadOnly, "\(name) belongs to a Swift model and has no default to go back to",
        notes: ["write the value it is to have"]))
  }

  /// The model may have been changed in place: all that mirrors it looks at it anew. What stands there is told wherever it shows.
  override func touch(at place: Cell) throws(Failure) {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    do {
      try engine.transaction {
        bindable.touchHere()
        try touchHere(at: place)
        for (other, place) in placesElsewhere(of: place) { try other.touchHere(at: place) }
      }
    } catch {
      throw Engine.failure(error)
    }
  }

  private func touchHere(at place: Cell) throws(Failure) { try super.touch(at: place) }

  private var withoutModel: Failure {
    .diagnostic(.withoutModel(name))
  }

  private func misfit(_ value: Value) -> Failure {
    .diagnostic(Diagnostic(.bindType, "\(name): \(value) does not fit the Swift property"))
  }
}

extension Diagnostic {
  /// A part of nothing was written.
  static func withoutModel(_ name: String) -> Diagnostic {
    Diagnostic(.bindNilHop, "\(name) has no value to change yet: its Swift model was not set")
  }
}

extension Bindable {
  /// Fields that scripts of some host reach. For tests.
  package var mirrorCount: Int { mirrors.count }
}
