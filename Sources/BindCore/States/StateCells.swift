package import BindGraph

/// A field of a state.
package final class StateLeaf: LeafCell {
  var mirror: StateMirror?
  /// The names that lead to it in the state's value.
  private(set) lazy var steps: [ByteString] = path.steps.compactMap {
    if case .field(let name) = $0 { name } else { nil }
  }

  init(
    _ value: Value?, declaration: FieldDeclaration, name: String, parent: RecordCell?, mirror: StateMirror,
    engine: Engine
  ) {
    self.mirror = mirror
    super.init(value, declaration: declaration, name: name, parent: parent, engine: engine)
    isMirrored = true
  }

  package var isRoot: Bool { parent == nil }
  package override var isSecret: Bool { mirror?.isSecret ?? false }

  package override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    let mirror = try open()
    if mirror.isSecret { engine.secrets.add(value) }
    // nil removes what is kept; what is read then is the default.
    if isRoot, value.isNil || value == .null {
      return try byHand(writing: declaration.defaultValue) { () throws(Failure) in try remove(in: mirror) }
    }
    switch try accept(value) {
    case .refused(let diagnostic): return .refused(diagnostic)
    case .accepted(let accepted):
      if accepted != value { try refuseUnknownNames(writing: value) }
      return try byHand(writing: accepted) { () throws(Failure) in
        let outcome = try put(accepted, in: mirror)
        if engine.mode == .deferred { engine.remember(value, acceptedBy: self, as: accepted) }
        return outcome
      }
    }
  }

  override func putAccepted(_ value: Value) throws(Failure) { _ = try put(value, in: try open()) }

  private func put(_ accepted: Value, in mirror: StateMirror) throws(Failure) -> WriteOutcome {
    guard engine.mode == .deferred else { return try mirror.write(.set(.init(accepted)), to: self) }
    engine.hold(accepted, in: self)
    engine.hold(.set(.init(accepted)), to: self, of: mirror)
    if engine.noting != .nothing { engine.note { [self] in _ = try write(accepted) } }
    return .written
  }

  private func remove(in mirror: StateMirror) throws(Failure) -> WriteOutcome {
    guard engine.mode == .deferred else { return try mirror.write(.remove, to: self) }
    engine.hold(declaration.defaultValue, in: self)
    engine.hold(.remove, to: self, of: mirror)
    if engine.noting != .nothing { engine.note { [self] in _ = try write(.nil) } }
    return .written
  }

  /// The function may run again at the commit, if the value it was given is not the present one any more.
  package override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome {
    let mirror = try open()
    return try byHand(changing: change, isGiven: engine.takeGiving()) { change throws(Failure) in
      try modify(change, in: mirror)
    }
  }

  private func modify(
    _ change: @escaping (Value) throws(Failure) -> Value, in mirror: StateMirror
  ) throws(Failure) -> WriteOutcome {
    if let overlay = engine.heldOverlay {
      let change = engine.asked(once: change)
      let known = StateWrite.Known()
      let outcome = try hold(CellChange(change, of: self, known: known), in: overlay)
      guard case .written = outcome else { return outcome }
      engine.hold(.modify(change, known: known), to: self, of: mirror)
      if engine.noting != .nothing { engine.note { [self] in _ = try modify(change) } }
      return .written
    }
    guard engine.mode == .deferred else { return try mirror.write(.modify(change, known: nil), to: self) }
    let base = try engine.seenValue(of: self) ?? .nil
    switch try accept(try engine.result(of: change, on: base)) {
    case .refused(let diagnostic): return .refused(diagnostic)
    case .accepted(let new):
      engine.hold(new, in: self)
      engine.hold(.modify(change, known: StateWrite.Known(base, [new])), to: self, of: mirror)
      if engine.noting != .nothing { engine.note { [self] in _ = try modify(change) } }
      return .written
    }
  }

  override func holdElsewhere(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> StateWrite.Known? {
    let known = StateWrite.Known()
    engine.hold(.modify(change, known: known), to: self, of: try open())
    return known
  }

  package override func touch(at place: Cell) throws(Failure) {
    let mirror = try open()
    if engine.mode == .deferred {
      engine.holdTouch(of: place, in: self)
      engine.hold(.touch(place), to: self, of: mirror)
      if engine.noting != .nothing { engine.note { [self] in try touch(at: place) } }
    } else {
      _ = try mirror.write(.touch(place), to: self)
    }
  }

  private func open() throws(Failure) -> StateMirror {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    guard let mirror else {
      throw .diagnostic(Diagnostic(.bindDisposed, "\(name) was written after its host was closed"))
    }
    try mirror.checkWritable(self)
    return mirror
  }

  /// Its truth is elsewhere, and has been given back there, unless others have written it since.
  package override func takeBack(to value: Value?, writtenBy event: CauseID, at place: Site) {
    if stored == value { (writtenBy, writtenAt) = (event, place) }
    if isRecorded, !hasBase { engine.recordTakenBack(self, to: value) }
  }

  /// What others did is no step that could be undone here.
  package override func recordChange(from old: Value?, to new: Value?) {
    if !(mirror?.isTakingOver ?? false) { super.recordChange(from: old, to: new) }
  }

  package override func livenessChanged(_ live: Bool, in graph: Graph) { mirror?.observed(live) }
  package override var stateMirror: StateMirror? { isRoot ? mirror : nil }
}

/// The record of a state, or one inside it.
package final class StateRecordCell: RecordCell {
  var mirror: StateMirror?

  init(name: String, parent: RecordCell? = nil, mirror: StateMirror, engine: Engine) {
    self.mirror = mirror
    super.init(name: name, parent: parent, engine: engine)
  }

  package override var isSecret: Bool { mirror?.isSecret ?? false }

  func letGo() {
    mirror = nil
    for (_, cell) in fields { (cell as? StateRecordCell)?.letGo() }
  }

  package override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    guard parent == nil, value.isNil || value == .null, let mirror else { return try super.write(value) }
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    try mirror.checkWritable(self)
    if engine.claims.isEmpty { return try remove(in: mirror) }
    return try allOrNothing { () throws(Failure) in
      try byHand { () throws(Failure) in try remove(in: mirror) }
    }
  }

  private func remove(in mirror: StateMirror) throws(Failure) -> WriteOutcome {
    guard engine.mode == .deferred else { return try mirror.write(.remove, to: self) }
    for leaf in stateLeaves { engine.hold(leaf.declaration.defaultValue, in: leaf) }
    engine.hold(.remove, to: self, of: mirror)
    if engine.noting != .nothing { engine.note { [self] in _ = try write(.nil) } }
    return .written
  }

  /// The function gets the whole record, and runs again at the commit if that is another one by then.
  package override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome {
    guard let mirror else { return try super.modify(change) }
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    try mirror.checkWritable(self)
    if engine.heldOverlay != nil { return try super.modify(change) }
    return try allOrNothing { () throws(Failure) in
      try byHand { () throws(Failure) in try modify(change, in: mirror) }
    }
  }

  override func holdElsewhere(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> StateWrite.Known? {
    guard let mirror else { return nil }
    let known = StateWrite.Known()
    engine.hold(.modify(change, known: known), to: self, of: mirror)
    return known
  }

  private func modify(
    _ change: @escaping (Value) throws(Failure) -> Value, in mirror: StateMirror
  ) throws(Failure) -> WriteOutcome {
    let base = try peek() ?? .nil
    let given = try parts(of: engine.result(of: change, on: base))
    let new: [Value]
    switch try engine.acceptance(ofTogether: given) {
    case .accepted(let accepted): new = accepted
    case .refused(let diagnostic): return .refused(diagnostic)
    }
    for (place, value) in zip(given, new) { engine.hold(value, in: place.cell, isResult: true) }
    engine.hold(.modify(change, known: StateWrite.Known(base, new)), to: self, of: mirror)
    if engine.noting != .nothing { engine.note { [self] in _ = try modify(change) } }
    return .written
  }

  /// What the function makes of a state that has changed meanwhile: the checks read what all fields are to be.
  func results(
    of change: (Value) throws(Failure) -> Value, for base: Value, in whole: Value
  ) throws(StateRefusal) -> [Value] {
    let acceptance: JointAcceptance
    do throws(Failure) {
      acceptance = try engine.acceptance(
        ofTogether: parts(of: engine.result(of: change, on: base)), beside: mirror?.fields(in: whole) ?? [])
    } catch {
      throw .failure(error)
    }
    switch acceptance {
    case .accepted(let values): return values
    case .refused(let diagnostic): throw .refused(diagnostic)
    }
  }

  /// The body writes all fields, some of which bindings may write too, or places in them.
  private func byHand(_ body: () throws(Failure) -> WriteOutcome) throws(Failure) -> WriteOutcome {
    if engine.claims.isEmpty { return try body() }
    let bound = stateLeaves.filter(\.isBound)
    let lines = bound.compactMap { leaf in engine.lineByHand(to: leaf).map { (leaf, $0, engine.present(in: leaf)) } }
    let outcome = try body()
    if case .refused = outcome { return outcome }
    for (leaf, line, old) in lines {
      line.look(from: old, to: engine.present(in: leaf) ?? .nil)
      engine.tell(of: line)
    }
    return outcome
  }

  /// What a reader of this record sees where the state has this value.
  func shown(in value: Value) -> Value {
    var record = Record()
    for (name, cell) in fields {
      switch cell {
      case let inner as StateRecordCell: record[name] = inner.shown(in: value)
      case let leaf as StateLeaf: if let kept = value.at(leaf.steps), !kept.isNil { record[name] = kept }
      default: break
      }
    }
    return .record(record)
  }

  var stateLeaves: [StateLeaf] { leaves.compactMap { $0 as? StateLeaf } }

  package override func livenessChanged(_ live: Bool, in graph: Graph) { mirror?.observed(live) }
  package override var stateMirror: StateMirror? { parent == nil ? mirror : nil }
}

extension Cell {
  /// A state, or a field of one.
  var isPartOfState: Bool {
    if stateMirror != nil { return true }
    return ((self as? LeafCell)?.parent ?? (self as? RecordCell)?.parent)?.isPartOfState ?? false
  }
}
