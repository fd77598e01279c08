public import BindGraph

/// A record of cells: a model, or a nested record of one. Its own node stands for "anything below me".
public class RecordCell: Cell {
  /// In declaration order.
  @exclusivity(unchecked) package private(set) var fields: [(name: ByteString, cell: Cell)] = []
  @exclusivity(unchecked) private var byName: [ByteString: Cell] = [:]
  /// The record around it, with the invariant of `LeafCell.parent`.
  @exclusivity(unchecked) package private(set) unowned(unsafe) var parent: RecordCell?
  @exclusivity(unchecked) private var ownName: String

  package init(name: String, parent: RecordCell? = nil, engine: Engine) {
    self.parent = parent
    ownName = name
    super.init(engine: engine)
  }

  deinit {
    for (_, cell) in fields {
      if let leaf = cell as? LeafCell { leaf.orphan() } else { (cell as? RecordCell)?.orphan() }
    }
  }

  private func orphan() {
    ownName = name
    parent = nil
  }

  final func has(_ name: ByteString) -> Bool { byName[name] != nil }

  package func add(_ name: ByteString, _ cell: Cell) {
    fields.append((name, cell))
    byName[name] = cell
  }

  public override var name: String { parent.map { $0.nameOfChild(ownName) } ?? ownName }
  public override var settledTarget: Cell? { self }
  override var enclosing: RecordCell? { parent }
  override var innerCells: [Cell] { fields.map(\.cell) }
  override func step(in whole: Value) -> Path.Step? { parent == nil ? nil : .field(ByteString(ownName)) }
  override var comparesValues: Bool { fields.allSatisfy(\.cell.comparesValues) }
  public override var nodesChangedTogether: [NodeID] { innerNodes + enclosingNodes }
  public override var nodesAround: [NodeID] { enclosingNodes }
  public override var path: Path { parent.map { $0.path.appending(.field(ByteString(ownName))) } ?? Path() }
  public override var isWritable: Bool { true }
  package override var originCells: [Cell] { fields.map(\.cell) }
  package override var shape: (type: FieldType, isOptional: Bool)? { (.record, false) }

  override var innerNodes: [NodeID] {
    fields.flatMap { field -> [NodeID] in
      switch field.cell {
      case let record as RecordCell: [record.node] + record.innerNodes
      case let leaf as LeafCell: [leaf.node] + leaf.innerNodes
      default: []
      }
    }
  }

  /// The line that says what the fields begin with.
  package func noteDeclaration(at place: Site, unlessWritten: Bool = false) {
    if !unlessWritten || writtenBy == .none { writtenAt = place }
    for (_, cell) in fields {
      if let record = cell as? RecordCell {
        record.noteDeclaration(at: place, unlessWritten: unlessWritten)
      } else if !unlessWritten || cell.writtenBy == .none {
        cell.writtenAt = place
      }
    }
  }

  func nameOfChild(_ child: String) -> String {
    let step = Path([.field(ByteString(child))]).description
    return step.hasPrefix("[") ? name + step : "\(name).\(step)"
  }

  public override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    if engine.watching.pointee & Watch.tracking != 0 { _ = engine.graph.read(ensureNode()) }
    return try engine.untracked { () throws(Failure) in
      var record: [Record.Field] = []
      record.reserveCapacity(fields.count)
      for (name, cell) in fields {
        if let value = try cell.get(), !value.isNil { record.append((name, value)) }
      }
      return .value(.record(Record(record)))
    }
  }

  public override func child(_ step: Path.Step) throws(Failure) -> Cell {
    if case .field(let field) = step, let cell = byName[field] { return cell }
    throw Failure.noSuchField(step, in: self, among: fields.map(\.name.text))
  }

  /// Replaces the whole record: a missing field takes its default, an unknown one raises, an error writes nothing. What a
  /// binding delivers is a record as it was read: there a field that may be nil and is missing is nil.
  public override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    try write(value, asRead: engine.deliveringBinding != nil, from: recordDelivered)
  }

  /// The record at the other end of the binding that delivers.
  private var recordDelivered: RecordCell? {
    engine.deliveringBinding?._withUnsafeGuaranteedRef { ($0.target === self ? $0.source : $0.target) as? RecordCell }
  }

  /// - Parameter other: where a binding has the value from: each field follows from what has written its like there.
  private func write(_ value: Value, asRead: Bool, from other: RecordCell? = nil) throws(Failure) -> WriteOutcome {
    guard let given = Self.record(value) else {
      throw Failure.wrongType(TypeMismatch(path: Path(), expected: .record, found: value), of: self)
    }
    for (field, _) in given.fields where byName[field] == nil { throw unknown(field) }
    return try allOrNothing(again: { [self] () throws(Failure) in _ = try write(value, asRead: asRead, from: other) }) {
      () throws(Failure) in
      let wroteBack = engine.writesBack
      engine.writesBack = asRead
      defer { engine.writesBack = wroteBack }
      for (field, cell) in fields {
        let outcome: WriteOutcome
        let like = other?.byName[field]
        switch (given[field], cell) {
        case (let value?, let record as RecordCell):
          outcome = try record.write(value, asRead: asRead, from: like as? RecordCell)
        case (let value?, _):
          let event =
            (like as? LeafCell).flatMap { $0.isChanged(in: engine.graph.wave) ? $0.writtenBy : nil } ?? engine.cause
          outcome = try engine.caused(by: event) { () throws(Failure) in try cell.write(value) }
        case (nil, let record as RecordCell): outcome = try record.write(.record(Record()), asRead: asRead)
        case (nil, _): outcome = asRead && cell.shape?.isOptional == true ? try cell.write(.nil) : try cell.reset()
        }
        if case .refused = outcome { return outcome }
      }
      return .written
    }
  }

  public override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    if let overlay = engine.heldOverlay {
      let outcome = try engine.checkingTogether { () throws(Failure) in
        try JointChange(self, change).hold(in: overlay).map { .refused($0) } ?? .written
      }
      guard case .written = outcome else { return outcome }
      if engine.noting != .nothing { engine.note { [self] in _ = try modify(change) } }
      return .written
    }
    let base = try peek() ?? .nil
    return try noting(again: { [self] () throws(Failure) in _ = try modify(change) }) { () throws(Failure) in
      try write(try engine.result(of: change, on: base), asRead: true)
    }
  }

  public override func merge(_ given: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    if !ignoringUnknown {
      for (field, _) in given.fields where byName[field] == nil { throw unknown(field) }
    }
    return try allOrNothing(again: { [self] () throws(Failure) in
      _ = try merge(given, ignoringUnknown: ignoringUnknown)
    }) { () throws(Failure) in
      for (field, value) in given.fields {
        guard let cell = byName[field] else { continue }
        let outcome: WriteOutcome
        switch (cell, value) {
        case (is RecordCell, .record(let inner)):
          outcome = try cell.merge(inner, ignoringUnknown: ignoringUnknown)
        case (_, .list(let elements)) where elements.isEmpty && cell.isOfFields:
          outcome = .written
        case (let leaf as LeafCell, .record(let inner)) where leaf.isOfFields || leaf.declaration.type == .any:
          outcome = try leaf.merge(inner, ignoringUnknown: ignoringUnknown)
        default: outcome = try cell.write(value)
        }
        if case .refused = outcome { return outcome }
      }
      return .written
    }
  }

  public override func reset() throws(Failure) -> WriteOutcome { try write(.record(Record())) }

  /// Every field in it counts as changed, in one wave.
  public override func touch() throws(Failure) {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    _ = try allOrNothing { () throws(Failure) in
      for (_, cell) in fields { try cell.touch() }
      return .written
    }
  }

  /// A table with no fields has no shape: `{}` is a list elsewhere, a record here.
  static func record(_ value: Value) -> Record? {
    switch value {
    case .record(let record): record
    case .list(let elements) where elements.isEmpty: Record()
    default: nil
    }
  }

  final func unknown(_ field: ByteString) -> Failure {
    .diagnostic(
      .unknownName(
        .bindUnknownField, owner: name, noun: "field", name: field.text, known: fields.map(\.name.text)))
  }

  private func allOrNothing(
    again: @escaping () throws(Failure) -> Void, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    try noting(again: again) { () throws(Failure) in try allOrNothing(body) }
  }

  /// The body is made again as a whole where what has ended made it.
  private func noting(
    again: @escaping () throws(Failure) -> Void, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    let noting = engine.noting
    guard noting != .nothing, engine.mode == .deferred else { return try body() }
    engine.noting = .nothing
    let outcome: WriteOutcome
    do {
      defer { engine.noting = noting }
      outcome = try body()
    }
    if case .refused = outcome { return outcome }
    engine.note(again)
    return outcome
  }

  /// One wave, or nothing when a field refuses; the checks of the fields read what all of them are to be.
  final func allOrNothing(_ body: () throws(Failure) -> WriteOutcome) throws(Failure) -> WriteOutcome {
    try engine.writingTogether { () throws(Failure) in try engine.checkingTogether(body) }
  }
}

extension Cell {
  /// Its value is made of fields by name: `{}` is one without any.
  fileprivate var isOfFields: Bool {
    switch shape?.type {
    case .record, .map: true
    case nil: ((try? peek()) ?? nil)?.isRecord ?? false
    default: false
    }
  }
}
