public import BindGraph
public import CBindValue

/// A source cell: a bindable, or a field of a model.
open class LeafCell: Cell {
  @exclusivity(unchecked) package final var declaration: FieldDeclaration
  /// The record it is a field of. Invariant: a record that ends takes itself out of its fields, which may live on.
  package final var parent: RecordCell? { record?.takeUnretainedValue() }
  /// To ask whether there is one retains nothing.
  @exclusivity(unchecked) private final var record: Unmanaged<RecordCell>?
  @exclusivity(unchecked) private var ownName: String

  /// The committed value; nil is "no value yet".
  @exclusivity(unchecked) package private(set) var stored: Value?
  /// A field of a state: its truth is elsewhere, and is written first.
  @exclusivity(unchecked) package final var isMirrored = false
  /// The wave in which it changed last or, where none ran, the one that was to come. At first one that is far from any.
  @exclusivity(unchecked) private var changedIn: UInt32 = .max - 8
  private let storage: UnsafeMutablePointer<bh_slot>
  @exclusivity(unchecked) final var checks: [ListCheck] = []
  /// Places in the list or map held here that somebody asked for by path. Weak: they live as long as their holders.
  @exclusivity(unchecked) private var elements: [ElementKey: WeakElement] = [:]

  /// nil until a place is written.
  @exclusivity(unchecked) final var placeOrigins: PlaceOrigins?

  package init(
    _ value: Value?, declaration: FieldDeclaration, name: String, parent: RecordCell? = nil, engine: Engine
  ) {
    self.declaration = declaration
    record = parent.map { Unmanaged.passUnretained($0) }
    ownName = name
    stored = value
    storage = .allocate(capacity: 1)
    storage.initialize(to: bh_slot())
    super.init(engine: engine)
    mirror()
    if declaration.hasConstraints, declaration.values.holdsObjects { noteObjects() }
  }

  deinit {
    if isFollowed { engine.unfollow(self) }
    dropText()
    storage.deallocate()
  }

  open override var name: String { parent.map { $0.nameOfChild(ownName) } ?? ownName }
  open override var path: Path { parent.map { $0.path.appending(.field(ByteString(ownName))) } ?? Path() }
  /// The record has ended; the name says still where the field was.
  final func orphan() {
    ownName = name
    record = nil
  }

  open override var isWritable: Bool { true }
  /// What pending writes that it shows are written to.
  package var writeTarget: AnyObject { self }
  open override var settledLeaf: LeafCell? { self }
  final override var enclosing: RecordCell? { parent }
  final override var comparesValues: Bool { if case .value = declaration.equality { true } else { false } }
  final override var mayReturn: Bool { if case .custom = declaration.equality { true } else { comparesValues } }

  final override func isSameOtherwise(_ old: Value, _ new: Value) -> Bool {
    switch (declaration.equality, old, new) {
    case (.custom(let equals), _, _):
      (try? engine.unaccounted { () throws(Failure) in
        try engine.runPure { () throws(Failure) in try equals(old, new) }
      }) ?? false
    case (.never, _, _), (.identity, .list, .list), (.identity, .record, .record): false
    default: old == new
    }
  }
  package override var shape: (type: FieldType, isOptional: Bool)? {
    declaration.type == .any ? nil : (declaration.type, declaration.isOptional)
  }
  open override var slot: UnsafeMutablePointer<bh_slot>? { storage }
  open override var hasValue: Bool { engine.present(in: self) != nil }
  /// What is written to it by hand is what it holds from then on.
  final var followsHands: Bool { !(self is SourceCell) }

  // MARK: Reading

  open override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    if isParked { bringBack() }
    let watching = withEngine { $0.watching.pointee }
    if watching & Watch.tracking != 0 {
      let node = ensureNode()
      withEngine { $0.graph.readSource(node) }
    }
    if watching & ~Watch.tracking != 0 { return try engine.seenValue(of: self).map { .value($0) } ?? .absent }
    return stored.map { .value($0) } ?? .absent
  }

  open override func readScalar(into place: UnsafeMutablePointer<bh_value>) -> Bool {
    let watching = withEngine { $0.watching.pointee }
    guard watching & ~Watch.tracking == 0, storage.pointee.flags & UInt32(BH_SLOT_DIRECT.rawValue) != 0 else {
      return false
    }
    if watching != 0 {
      let node = ensureNode()
      withEngine { $0.graph.readSource(node) }
      // Bindings that have settled ahead may have put something else there.
      if storage.pointee.flags & UInt32(BH_SLOT_DIRECT.rawValue) == 0 { return false }
    }
    place.pointee = storage.pointee.value
    return true
  }

  // MARK: Writing

  open override func write(_ value: Value) throws(Failure) -> WriteOutcome { try give(value, isNew: true) }

  /// - Parameter isNew: not what stands there with some change: all its names are meant.
  @inline(__always)
  private final func give(_ value: Value, isNew: Bool) throws(Failure) -> WriteOutcome {
    switch try accept(value) {
    case .refused(let diagnostic): return .refused(diagnostic)
    case .accepted(let accepted):
      // Among fields that are judged together it is as it was given.
      if isNew, declaration.hasConstraints, declaration.coded != nil, accepted != value || engine.jointCheck != nil {
        try refuseUnknownNames(writing: value)
      }
      return try isBound ? writeBound(accepted, given: value) : put(accepted, given: value)
    }
  }

  /// Also if its check makes of the value what it holds. What is refused changes nothing.
  open override func isSettled(on value: Value) throws(Failure) -> Bool {
    if try super.isSettled(on: value) { return true }
    guard declaration.check != nil else { return false }
    switch try engine.runPure({ () throws(Failure) in try judge(value) }) {
    case .refused: return true
    case .accepted(let own): return try super.isSettled(on: own)
    }
  }

  package override var mayBeVacant: Bool { !isMirrored }

  /// What follows from it has no value either, and who observes it is told nothing. It is for bindings that have covered that
  /// it had none, and for nobody else.
  package override func vacate() throws(Failure) { _ = try writeInside(nil, given: nil) }

  /// In place of what it was given in the same transaction: what its check has made of that.
  func putAccepted(_ value: Value) throws(Failure) { _ = try put(value, given: nil) }

  /// A binding writes it too, or a place in it.
  @inline(never)
  private final func writeBound(_ accepted: Value, given: Value) throws(Failure) -> WriteOutcome {
    try byHand(writing: accepted) { () throws(Failure) in try put(accepted, given: given) }
  }

  /// - Parameter given: what it was accepted for; nil where its check is asked later.
  @inline(__always)
  private final func put(_ accepted: Value, given: Value?) throws(Failure) -> WriteOutcome {
    guard withEngine({ $0.mode }) == .immediate else { return try writeInside(accepted, given: given) }
    if try isSame(accepted) { return .written }
    let cause = withEngine { $0.recordWrite(to: self) }
    if withEngine({ $0.graph.settlerCount }) == 0 {
      commit(accepted, cause: cause)
    } else {
      commitAmongBindings(accepted, cause: cause)
    }
    if isLookedAt || isRecorded, let failure = withEngine({ $0.failureOfSettling() }) { throw failure }
    return .written
  }

  /// Inside a callback.
  private func writeInside(_ accepted: Value?, given: Value?) throws(Failure) -> WriteOutcome {
    switch engine.mode {
    case .deferred:
      engine.hold(accepted, in: self)
      if let given, let accepted { engine.remember(given, acceptedBy: self, as: accepted) }
      if engine.noting != .nothing {
        engine.note { [self] in if let accepted { _ = try write(accepted) } else { try vacate() } }
      }
    case .immediate, .settling:
      if try isSame(accepted) { return .written }
      noteRewrite()
      commitAmongBindings(accepted, cause: engine.recordWrite(to: self))
    case .pure: throw Failure.writeInPureFunction(name)
    }
    return .written
  }

  /// Changed already in this wave, in the one before it, or for the one to come: it may come back to what observers know.
  final func noteRewrite() {
    if (-1...1).contains(Int32(bitPattern: engine.graph.wave &- changedIn)) { engine.noteRewrite() }
  }

  /// In this wave or, where none runs, before the next one.
  private var isChangedAlready: Bool { changedIn == withEngine { $0.waveOfWrites } }

  final func isChanged(in wave: UInt32) -> Bool { changedIn == wave }

  /// The same where the writes of several callbacks are applied one after the other.
  final func noteFurtherWrite() {
    if isChangedAlready { engine.noteRewrite() }
  }

  open override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    assert(!isParked)
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    let isGiven = engine.takeGiving()
    if let overlay = engine.heldOverlay {
      let change = engine.asked(once: change)
      if isBound {
        return try byHand(changing: change, isGiven: isGiven) { change throws(Failure) in
          try hold(change, in: overlay)
        }
      }
      return try hold(change, in: overlay)
    }
    let base = try engine.seenValue(of: self) ?? .nil
    let value = try engine.result(of: change, on: base)
    let wroteBack = engine.writesBack
    if isBound { engine.writesBack = !isGiven }
    defer { engine.writesBack = wroteBack }
    let noting = engine.noting
    guard noting != .nothing, engine.mode == .deferred else { return try give(value, isNew: false) }
    engine.noting = .nothing
    let outcome: WriteOutcome
    do {
      defer { engine.noting = noting }
      outcome = try give(value, isNew: false)
    }
    engine.note { [self] in _ = try modify(change) }
    return outcome
  }

  @inline(__always)
  private final func hold(
    _ change: @escaping (Value) throws(Failure) -> Value, in overlay: Overlay
  ) throws(Failure) -> WriteOutcome {
    let outcome = try hold(CellChange(change, of: self), in: overlay)
    if case .written = outcome, engine.noting != .nothing { engine.note { [self] in _ = try modify(change) } }
    return outcome
  }

  /// Where the field may refuse what the function makes of it for the running callback, that is judged now; so is what is no
  /// function of the callback's own.
  final func hold(_ change: CellChange, in overlay: Overlay) throws(Failure) -> WriteOutcome {
    var seen: Value?
    let mayRefuse = declaration.hasConstraints || !checks.isEmpty
    if mayRefuse || engine.judgesFunctions, !engine.mayDiffer(from: [self]) {
      overlay.bringUpToDate(in: engine)
      switch try change.acceptance(in: overlay, engine) {
      case .refused(let diagnostic): return .refused(diagnostic)
      case .accepted(let value): seen = value
      }
    }
    engine.hold(change, of: self, in: overlay, giving: seen)
    return .written
  }

  open override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    if !ignoringUnknown { try refuseUnknownNames(merging: fields) }
    switch declaration.type {
    case .record, .map, .any:
      guard declaration.check != nil, engine.heldOverlay != nil, let joint = engine.jointCheck else {
        return try mergeInPlace(fields)
      }
      joint.add({ base throws(Failure) in base.merged(with: fields) }, to: self)
      engine.checkLostUpdate(of: self, merging: fields)
      return .written
    default: return try write(.record(fields))
    }
  }

  open override func reset() throws(Failure) -> WriteOutcome { try write(declaration.defaultValue) }

  open override func touch() throws(Failure) { try touch(at: self) }

  open override func touch(at place: Cell) throws(Failure) {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    if engine.mode == .deferred {
      engine.holdTouch(of: place, in: self)
      if engine.noting != .nothing { engine.note { [self] in try touch(at: place) } }
    } else {
      PlaceTouch(place, cause: engine.recordWrite(to: self, kind: .touch)).tell(in: self, from: stored, to: stored)
      try engine.settle()
    }
  }

  /// Stores and marks; runs nothing. The caller settles.
  /// - Parameter value: nil: it has none any more.
  package final func commit(_ value: Value?, cause: CauseID) {
    assert(!isParked)
    let old = stored
    if isNoted { note(old, value, cause) }
    changedIn = withEngine { $0.waveOfWrites }
    if !elements.isEmpty { noteOrigin(by: cause) }
    stored = value
    mirror()
    if elements.isEmpty { return announce(cause: cause, old: nil) }
    announce(cause: cause, old: old, isFirstOrLast: old == nil || value == nil)
  }

  /// It holds a value again that is no other for it.
  final func putBack(_ value: Value) {
    let old = stored
    if isRecorded { recordChange(from: old, to: value) }
    stored = value
    mirror()
    if !elements.isEmpty {
      ElementCell.announce(in: &elements, old: old, new: value, cause: writtenBy, placed: PlacedCauses())
    }
  }

  /// The same where bindings may make more of it, and go round.
  @inline(never)
  private final func commitAmongBindings(_ value: Value?, cause: CauseID) {
    let (past, places) = (past, pastOfPlaces)
    engine.isAmongBindings = true
    commit(value, cause: cause)
    engine.isAmongBindings = false
    if engine.graph.isToSettle || engine.graph.isFlushing {
      engine.keep(past, places, changes: 1)
    } else {
      engine.forgetUnsettled()
    }
  }

  /// What it holds, and whose doing that is.
  final var past: UnsettledPast.Entry {
    UnsettledPast.Entry(leaf: self, value: stored, event: writtenBy, place: writtenAt, isRewrite: isChangedAlready)
  }

  final var pastOfPlaces: [UnsettledPast.Origin] {
    if elements.isEmpty { return [] }
    return liveElements.map {
      UnsettledPast.Origin(
        cell: $0, event: $0.writtenBy, place: $0.writtenAt, version: engine.graph.version(of: $0.node))
    }
  }

  /// The wave in which it was written is none: it holds again what it held before, and knows why.
  package func takeBack(to value: Value?, writtenBy event: CauseID, at place: Site) {
    // What it is without conditional bindings is taken back by itself, and what was taken back is no step.
    let (hadBase, wasRecorded) = (hasBase, isRecorded)
    (hasBase, isRecorded) = (false, false)
    commit(value, cause: event)
    (hasBase, isRecorded) = (hadBase, wasRecorded)
    if wasRecorded, !(hadBase && followsHands) { engine.recordTakenBack(self, to: value) }
    (writtenBy, writtenAt) = (event, place)
  }

  @inline(never)
  private final func note(_ old: Value?, _ new: Value?, _ cause: CauseID) {
    if hasBase { engine.followBase(of: self, from: old, to: new, by: cause) }
    if isRecorded, !(hasBase && followsHands) { recordChange(from: old, to: new) }
    if isFollowed {
      noteOrigin(by: cause)
      engine.keepElements(of: self, old: old, new: new, cause: cause)
    }
    if isAwaited { engine.tellLinks(waitingFor: self, cause: cause) }
  }

  /// For the histories that keep its changes.
  open func recordChange(from old: Value?, to new: Value?) { engine.record(self, old: old, new: new) }

  /// Marks this cell's node, those of the records around it, and those of the places inside that really differ.
  /// - Parameter isFirstOrLast: it has had no value, or has none any more, and so it is with its places.
  final func announce(cause: CauseID, old: Value?, isFirstOrLast: Bool = false) {
    announceItself(cause)
    if !elements.isEmpty {
      ElementCell.announce(
        in: &elements, old: old, new: stored, cause: cause, placed: engine.placedCauses,
        isFirstOrLast: isFirstOrLast, isTakenBack: isTakingBack)
    }
  }

  /// It changes back from what it has shown for a write that has failed.
  var isTakingBack: Bool { false }

  /// Marks this cell's node and those of the records around it.
  @inline(__always)
  final func announceItself(_ cause: CauseID) {
    withEngine { engine in
      engine.noteOrigin(of: self, cause)
      if node != .none { engine.graph.changed(node, cause: cause.index) }
      if record != nil { markRecords(engine, cause) }
    }
  }

  /// The same of a touch, which is the cause only of what nothing was written to.
  final func announceTouch(_ cause: CauseID) {
    if !isChangedAlready { engine.noteOrigin(of: self, cause) }
    for node in watchedNodes { engine.graph.touched(node, cause: cause.index) }
  }

  /// By itself: a walk retains what it stands on, and a cell without records around it walks nowhere.
  @inline(never)
  private final func markRecords(_ engine: Engine, _ cause: CauseID) {
    var ancestor = parent
    while let record = ancestor {
      if record.node != .none { engine.graph.changed(record.node, cause: cause.index) }
      ancestor = record.parent
    }
  }

  /// Whether the cell, a record around it or a place inside has a node.
  private final var isLookedAt: Bool {
    if node != .none || !elements.isEmpty { return true }
    var ancestor = parent
    while let record = ancestor {
      if record.node != .none { return true }
      ancestor = record.parent
    }
    return false
  }

  /// The nodes that a change of this cell marks: its own, and those of the records around it.
  final var watchedNodes: [NodeID] { node == .none ? enclosingNodes : [node] + enclosingNodes }

  public final override var nodesChangedTogether: [NodeID] {
    elements.isEmpty ? enclosingNodes : liveElements.map(\.node) + enclosingNodes
  }

  final override var innerNodes: [NodeID] { liveElements.map(\.node) }
  public final override var nodesAround: [NodeID] { enclosingNodes }

  private func mirror() {
    if case .string(let string)? = stored, string.bytes.count <= Int(BH_SLOT_TEXT_LIMIT) {
      mirror(string.bytes)
      return
    }
    dropText()
    if stored?.putScalar(into: &storage.pointee.value) ?? false {
      storage.pointee.flags |= UInt32(BH_SLOT_DIRECT.rawValue)
    } else {
      storage.pointee.flags &= ~UInt32(BH_SLOT_DIRECT.rawValue)
      if stored != nil { noteObjects() }
    }
  }

  /// Copies a short string to where C reads it; the room is made once and used again.
  private func mirror(_ bytes: [UInt8]) {
    let room: UnsafeMutableRawPointer
    if storage.pointee.capacity > 0, let kept = storage.pointee.value.as.bytes {
      room = UnsafeMutableRawPointer(mutating: kept)
    } else {
      room = .allocate(byteCount: Int(BH_SLOT_TEXT_LIMIT), alignment: 1)
      storage.pointee.capacity = UInt32(BH_SLOT_TEXT_LIMIT)
    }
    bytes.withUnsafeBytes { room.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(room), byteCount: $0.count) }
    storage.pointee.value.tag = BH_STRING.rawValue
    storage.pointee.value.length = UInt32(bytes.count)
    storage.pointee.value.as.bytes = UnsafePointer(room.assumingMemoryBound(to: CChar.self))
    storage.pointee.flags |= UInt32(BH_SLOT_DIRECT.rawValue)
  }

  open override var holdsObjects: Bool {
    stored?.holdsObjects ?? false || declaration.values.holdsObjects
  }

  open override func replaceObjects(_ replacement: (Opaque) -> Value?) {
    if let value = stored?.replacingObjects(replacement) { stored = value }
    if let values = declaration.values.replacingObjects(replacement) { declaration.values = values }
  }

  private func dropText() {
    guard storage.pointee.capacity > 0, let bytes = storage.pointee.value.as.bytes else { return }
    UnsafeMutableRawPointer(mutating: bytes).deallocate()
    storage.pointee.capacity = 0
  }

  // MARK: Places inside

  public final override var leafAround: LeafCell? { settledLeaf }
  public final override func value(in whole: Value) -> Value? { whole }

  final override var innerCells: [Cell] { elements.isEmpty ? super.innerCells : heldElements + super.innerCells }
  final override func step(in whole: Value) -> Path.Step? { parent == nil ? nil : .field(ByteString(ownName)) }

  final override func heldPlace(_ step: Path.Step) -> Cell? {
    elements[ElementKey(step: step, creates: false)]?.element
  }
  final override func heldPlaces(_ step: Path.Step) -> [Cell] { elements.held(at: step) }
  final var heldElements: [ElementCell] { elements.values.compactMap(\.element) }

  open override func child(_ step: Path.Step) throws(Failure) -> Cell {
    switch (declaration.type, step) {
    case (.any, _), (.list, .index), (.map, .field), (.record, .field): break
    default: throw Failure.noSuchField(step, in: self, among: [])
    }
    return element(step, creates: false)
  }

  final func element(_ step: Path.Step, creates: Bool) -> ElementCell {
    let key = ElementKey(step: step, creates: creates)
    if let element = elements[key]?.element { return element }
    let element = ElementCell(step, in: self, creates: creates, engine: engine)
    elements[key] = WeakElement(element)
    return element
  }
}
