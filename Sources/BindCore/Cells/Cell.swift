public import BindGraph
public import CBindValue

/// What a read gives.
public enum Reading {
  case value(Value)
  /// No value yet: not the same as the value nil.
  case absent
  /// Another derived cell must be evaluated first; ask again then. Only for callers that said they can be suspended.
  case suspended
}

/// How a write ended that did not raise.
public enum WriteOutcome {
  case written
  /// It was handed on; what becomes of it shows later.
  case pending
  /// A constraint refused the value; the cell is as it was.
  indirect case refused(Diagnostic)
}

/// One value of the script world with a place in the graph: a source, a record, an element, or something derived.
///
/// A cell owns nothing that observes it; it lives as long as somebody holds it or a live edge reaches it.
/// Isolation: confined to its engine's thread.
open class Cell: Reaction {
  package unowned(unsafe) let engine: Engine
  /// The scope of the view or job that this is a cell of; nil for a cell that lives as long as somebody holds it.
  package final weak var owner: Scope?
  /// The number of the scope that it was made in.
  private let birthplace: UInt32
  @exclusivity(unchecked) private var internedName = NameNumber()
  /// Some one-way binding writes it, what it is a field of or a place in it: a write by hand may be worth a warning.
  @exclusivity(unchecked) package final var isBound = false
  /// Some history keeps its changes.
  @exclusivity(unchecked) package final var isRecorded = false { didSet { noteWhy() } }
  /// Somebody follows elements of a list in it by their keys.
  @exclusivity(unchecked) final var isFollowed = false { didSet { noteWhy() } }
  /// Some link waits for a place in it to return.
  @exclusivity(unchecked) final var isAwaited = false { didSet { noteWhy() } }
  /// Others stand in its value, or in those of its parts, for the objects there: `bringBack` comes before all that looks at it.
  @exclusivity(unchecked) package final var isParked = false
  /// What it holds is no scalar, and was not seen to be without objects.
  @exclusivity(unchecked) package final var mayHoldObjects = false
  /// A conditional binding has written it or a place in it.
  @exclusivity(unchecked) final var hasBase = false { didSet { noteWhy() } }
  /// Any of these: one look for each commit.
  @exclusivity(unchecked) private(set) final var isNoted = false
  /// The event that gave it its present value; none while it holds what it was made with.
  @exclusivity(unchecked) package final var writtenBy = CauseID.none
  /// The line of that event, which outlives the log of events; of a value never written, the line that declared it.
  @exclusivity(unchecked) package final var writtenAt = Site.none
  /// What stands for this cell in a script, while a script holds it. Invariant: it holds the cell, and takes itself out at its
  /// end. A weak reference would need room of its own for each cell.
  package final var surfaceObject: AnyObject? {
    get { standIn?.takeUnretainedValue() }
    set { standIn = newValue.map { Unmanaged.passUnretained($0) } }
  }
  @exclusivity(unchecked) private final var standIn: Unmanaged<AnyObject>?

  package init(engine: Engine) {
    self.engine = engine
    birthplace = engine.scope?.number ?? 0
    super.init()
  }

  deinit {
    if node != .none { engine.graph.dispose(node) }
  }

  private final func noteWhy() { isNoted = isRecorded || isFollowed || isAwaited || hasBase }

  /// The engine outlives what a call of it needs; reached like this it is not retained.
  @inline(__always)
  final func withEngine<Result>(_ body: (Engine) -> Result) -> Result {
    Unmanaged.passUnretained(engine)._withUnsafeGuaranteedRef(body)
  }

  // What each kind of cell says of itself.

  /// The full name for messages, such as `user.colors.primary`.
  open var name: String { "cell" }
  /// What a bindable is called that was given no name.
  package static let unnamed = "bindable"
  /// The path below the named model; empty for what has none.
  open var path: Path { Path() }
  /// The same as it is told: below the named model, or below what has no path itself; nil for what stands nowhere.
  open var toldPath: Path? { path }
  /// What the told paths of the places in it begin with.
  open var pathOfPlaces: Path? { toldPath }
  open var isWritable: Bool { false }
  /// False of what can only be written.
  package var isReadable: Bool { true }
  /// Scalar storage that C may copy, if there is any.
  open var slot: UnsafeMutablePointer<bh_slot>? { nil }
  open var hasValue: Bool { true }
  /// False when the element or optional it looked at has gone.
  open var isDetached: Bool { false }

  /// A write would raise `bind.detached`.
  var isGone: Bool { isDetached }

  /// The committed value, or the running callback's own pending one. Recorded as a dependency while a tracked
  /// function runs.
  open func read(suspendable: Bool = false) throws(Failure) -> Reading { .absent }

  /// `read`, straight to C: of a scalar, and while no running callback has written anything that some cells show before
  /// it is committed. False says nothing but that `read` is to be asked.
  open func readScalar(into place: UnsafeMutablePointer<bh_value>) -> Bool { false }

  /// Checks the type and the constraints, then writes by the present mode.
  open func write(_ value: Value) throws(Failure) -> WriteOutcome { throw Failure.readOnly(self) }

  /// Read-modify-write: `change` gets the value of the moment in which it is applied.
  open func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    throw Failure.readOnly(self)
  }

  /// In a callback, of what has its truth elsewhere: the function is held there, and asks again only where what it was given last
  /// is not what is there.
  func holdElsewhere(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> StateWrite.Known? { nil }

  /// - Throws: what a write throws whose place is missing. Asked of what is detached.
  package func checkPlace() throws(Failure) { _ = try merge(Record(), ignoringUnknown: true) }

  /// Merges fields deeply. `ignoringUnknown` leaves out fields that the target does not have.
  open func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    throw Failure.readOnly(self)
  }

  /// The value a reset gives.
  open func reset() throws(Failure) -> WriteOutcome { throw Failure.readOnly(self) }

  /// The touch that is told of it in this wave.
  var presentTouch: CauseID? { engine.touches.cause(of: self, in: engine.graph.wave) }

  /// It can go back to having no value. What is kept elsewhere cannot.
  package var mayBeVacant: Bool { false }

  /// Does so, as if nothing had been written there. Asked of what may be, and had no value before.
  package func vacate() throws(Failure) { assertionFailure("\(name) keeps its value") }

  /// One wave although nothing differs.
  open func touch() throws(Failure) { throw Failure.readOnly(self) }

  /// The same of a place in it.
  open func touch(at place: Cell) throws(Failure) { throw Failure.readOnly(place) }

  /// The source that a write to this cell changes, if it is one.
  open var settledLeaf: LeafCell? { nil }

  /// What a binding onto this cell changes in the wave itself: a source or a record of sources. nil where a write waits for
  /// the next wave.
  open var settledTarget: Cell? { settledLeaf }

  /// Whether a write of that value would change nothing.
  open func isSettled(on value: Value) throws(Failure) -> Bool { try peek() == value }

  /// Equal values are no change for who observes it.
  var comparesValues: Bool { true }
  /// Whether it can be told that it holds the same again.
  var mayReturn: Bool { comparesValues }

  /// Whether one is no change after the other. What cannot be computed is none.
  package final func isAlike(_ old: Value?, _ new: Value?) -> Bool {
    guard let old, let new else { return old == nil && new == nil && comparesValues }
    return comparesValues ? old == new : isSameOtherwise(old, new)
  }

  /// By another equality than that of values.
  func isSameOtherwise(_ old: Value, _ new: Value) -> Bool { false }

  /// The cell that a write to this one really changes, for those who ask who else writes it.
  open var bindingTarget: Cell { self }

  /// What its values are known to be; nil when they are looked at as they come.
  package var shape: (type: FieldType, isOptional: Bool)? { nil }
  /// It may be written nil: it holds that, or goes.
  package var takesNil: Bool { shape?.isOptional ?? true }

  /// The leaf that it is a place of, or shows one of; nil for what is no such place.
  open var leafAround: LeafCell? { nil }

  /// What this cell holds while that leaf holds `whole`.
  open func value(in whole: Value) -> Value? { nil }

  /// The scope after whose end this cell tells nothing new; nil when there is none.
  open var lifetime: Scope? { owner }
  /// It, or what it is a place in, was made in the one scope, or in one between that and the other.
  package final func isMade(in inner: Scope, orAsFarAs outer: Scope) -> Bool {
    let birthplace = (settledLeaf ?? self).birthplace
    var scope: Scope? = inner
    while let present = scope {
      if present.number == birthplace { return true }
      scope = present === outer ? nil : present.parent
    }
    return false
  }

  /// The cell at one step below this one.
  open func child(_ step: Path.Step) throws(Failure) -> Cell {
    throw Failure.noSuchField(step, in: self, among: [])
  }

  /// What its value follows from; empty for what is written itself.
  package var originCells: [Cell] { [] }

  /// Bindables of Swift's that the value follows from, which have no cell.
  package var bindableOrigins: [NodeID] { [] }
  /// `writtenBy` is of the write that its value follows from: nothing below has to be asked.
  package var knowsItsOrigin: Bool { false }

  /// The same place, but a write makes the records and lists around it that are missing.
  open var creatingHops: Cell { self }
  /// Its writes make what is missing around it.
  var createsHops: Bool { false }

  /// This cell's node, made when something first looks.
  package final func ensureNode() -> NodeID {
    if node == .none { makeNode() }
    return node
  }

  /// The record that it is a field of.
  var enclosing: RecordCell? { nil }

  /// What it is a place in: a record, list, map or other value.
  var outerCell: Cell? { enclosing }

  /// Levels of a value between the source that holds it and this place; 0 for what is no place in a value.
  var placeDepth: Int { 0 }

  /// The places in it that somebody holds.
  var innerCells: [Cell] { engine.listKeys.isEmpty ? [] : engine.keyedCells(of: self) }
  /// A write that was to empty it has failed: the leaf around it holds that.
  func noteHeld(in whole: Value) {}
  /// The place at that step in it, if somebody holds it.
  func heldPlace(_ step: Path.Step) -> Cell? { nil }
  /// The same with the one whose writes make what is missing around it.
  func heldPlaces(_ step: Path.Step) -> [Cell] { [] }

  /// Where it stands in that value of what is around it; nil where it has no place there.
  func step(in whole: Value) -> Path.Step? { nil }

  /// The nodes of the records around it, the nearest first.
  final var enclosingNodes: [NodeID] {
    var nodes: [NodeID] = []
    var around = enclosing
    while let record = around {
      if record.node != .none { nodes.append(record.node) }
      around = record.enclosing
    }
    return nodes
  }

  /// The nodes of all that is below it.
  var innerNodes: [NodeID] { [] }

  /// The nodes of all that may change with a write here: of where it is kept, of all in there, and of what is around that.
  final var nodesWritten: [NodeID] {
    let kept = settledLeaf ?? settledTarget ?? self
    return [kept.node] + kept.innerNodes + kept.nodesAround
  }

  /// Of an end of a link: its nodes, and those of what it changes and of what is in there. What comes to be in there later joins them.
  final func nodesToLink() -> [NodeID] {
    var cells: [Cell] = [self]
    if let settledTarget, settledTarget !== self { cells.append(settledTarget) }
    return cells.flatMap { cell in
      let node = cell.ensureNode()
      return engine.graph.isGrouped(node) ? [node] : [node] + cell.innerNodes
    }
  }

  /// Where it is kept, of the cell that stands for a whole state.
  package var stateMirror: StateMirror? { nil }

  /// What it holds is kept in a secret store.
  package var isSecret: Bool { false }

  /// The cells that tell how it stands with the outside, reached by `cell "$name"`.
  package func statusCell(named name: String) -> LeafCell? { stateMirror?.statusCell(named: name) }
  package var statusCellNames: [String] { stateMirror == nil ? [] : StateMirror.statusCellNames }

  /// Whether there are objects in what it holds for itself.
  open var holdsObjects: Bool { false }
  /// Puts other values in their place.
  open func replaceObjects(_ replacement: (Opaque) -> Value?) {}

  /// The cells that it is made of, and holds.
  open var parts: [Cell] { [] }
  /// Those of them that constants hold, one for each.
  open var constantParts: [Cell] { [] }
  /// Somebody has it who does not look at it for now, or no longer: what it is worked out by is kept, by as many as have asked for that.
  open func keepFunctions(_ isKept: Bool) { for part in parts { part.keepFunctions(isKept) } }
  /// Lets go of its parts, each of which something else must hold, for a moment in which nothing is asked of it.
  package func letGoOfParts() -> LetGoParts { LetGoParts(constants: constantParts) }
  package func takeBack(_ parts: LetGoParts) { parts.takeBackConstants() }

  /// Puts a node into the graph. A source needs no body; derived kinds override.
  open func makeNode() { _ = engine.graph.makeSource(self) }
}

extension Cell {
  /// The value, with absent as nil (Lua's nil).
  package final func get() throws(Failure) -> Value? {
    if case .value(let value) = try read() { value } else { nil }
  }

  /// The value, recorded nowhere.
  package final func peek() throws(Failure) -> Value? {
    try engine.untracked { () throws(Failure) in try get() }
  }

  /// The name for those of cells derived from this one: those of a long chain do not grow for ever.
  package final var stem: String {
    let name = name
    return name.utf8.count <= 80 ? name : "…" + name.suffix(40)
  }

  /// Its name for the event that is recorded next.
  package final var nameNumber: UInt32 {
    if !internedName.isGood(after: engine.causes.newest) { renewName() }
    return internedName.number
  }

  @inline(never)
  private final func renewName() { internedName.renew(name, in: &engine.causes) }

  /// The cell at a path below this one.
  package final func at(_ path: Path) throws(Failure) -> Cell {
    var cell: Cell = self
    for step in path.steps { cell = try cell.child(step) }
    return cell
  }
}

extension Engine {
  /// Reads inside are no dependencies of the function that runs.
  package func untracked<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    let saved = graph.pauseTracking()
    let wasTracking = watching.pointee & Watch.tracking
    watching.pointee &= ~Watch.tracking
    defer {
      watching.pointee |= wasTracking
      graph.resumeTracking(saved)
    }
    return try body()
  }
}
