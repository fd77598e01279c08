import BindGraph

/// A script cell's pending value in an overlay.
final class CellWrite: PendingWrite {
  private let cell: LeafCell
  /// What the enclosing transaction has written: the functions begin with that.
  private let outer: CellWrite?
  /// What its writer sees, as far as the log of the overlay is performed; nil: what there was before.
  @exclusivity(unchecked) private var present: Contents?
  /// The same where the log begins.
  @exclusivity(unchecked) private var first: Contents?
  /// Why there is nothing to see.
  @exclusivity(unchecked) private var failure: Failure?
  /// What was written last, where that was a plain value.
  @exclusivity(unchecked) private var written: Value?
  /// A touch writes nothing.
  @exclusivity(unchecked) private var isWrite = false
  @exclusivity(unchecked) private var hasPlainValue = false
  @exclusivity(unchecked) private var touch: CauseID?
  @exclusivity(unchecked) private var placed = PlacedWrites()
  /// The same where the log begins.
  @exclusivity(unchecked) private var firstPlaced = PlacedWrites()
  @exclusivity(unchecked) private var touched = TouchedPlaces()
  /// It was written by what is done to several cells, which may leave it as it was.
  @exclusivity(unchecked) private(set) var isPartOnly = false
  /// It shows its writer what another write of the commit stores.
  @exclusivity(unchecked) var isShownOnly = false
  /// Whether it is a change, where that was asked ahead.
  @exclusivity(unchecked) private var decision: Bool?

  init(_ cell: LeafCell, over outer: CellWrite? = nil, cause: CauseID) {
    self.cell = cell
    self.outer = outer
    super.init(target: cell, cause: cause)
  }

  /// Supposed: whoever looks sees the value.
  convenience init(supposing value: Value, in cell: LeafCell) {
    self.init(cell, cause: .none)
    present = Contents(value: value)
  }

  override var targetName: String { cell.name }
  override var writesSomething: Bool { !isShownOnly }

  /// A plain value, or none, behind what was written before.
  func set(_ value: Value?, in overlay: Overlay) {
    (written, isWrite, hasPlainValue, isPartOnly) = (value, true, true, false)
    notePlace()
    guard let log = overlay.log else { return put(value) }
    log.append(CellAssignment(value, to: cell, by: origin), isPerformed: true)
    if log.isPerformed { put(value) }
  }

  /// A function, likewise, which is in the log.
  func noteFunction(isPart: Bool = false) {
    isPartOnly = isPart && (isPartOnly || !isWrite)
    (written, isWrite) = (nil, true)
    notePlace()
  }

  /// Its writer sees this from now on.
  /// - Parameter origin: of an operation that is applied.
  func put(_ value: Value?, by origin: CellOrigin? = nil) {
    if let origin { note(origin, giving: value) }
    present = Contents(value: value)
    if failure != nil { failure = nil }
  }

  func fail(_ failure: Failure) { self.failure = failure }

  /// To be written so is no change for its writer.
  func holds(_ value: Value) -> Bool { touch == nil && written == value && cell.comparesValues }

  /// The running write's.
  var origin: CellOrigin { .write(cell.engine.writtenPlace(in: cell), cause) }

  @inline(__always)
  private func notePlace() {
    let engine = cell.engine
    if engine.writtenPlace != nil, let place = engine.writtenPlace(in: cell) {
      placed.note(place, cause, over: (try? value()) ?? nil)
    } else {
      placed.noteWhole(cause, over: present?.value)
    }
  }

  /// Where it leaves its place as it is, that has been written by another.
  private func note(_ origin: CellOrigin, giving new: Value?) {
    let old = (try? value()) ?? nil
    switch origin {
    case .write(let place?, let cause):
      if let old, let new, cell.comparesValues, place.value(in: old) == place.value(in: new) { return }
      placed.note(place, cause, over: old)
    case .write(nil, let cause):
      if old == new, cell.comparesValues { return }
      placed.noteWhole(cause, over: old)
    case .writes(let writes): placed.add(writes, over: old)
    }
  }

  /// Of a place; nil where it is left as it was.
  func cause(of place: Cell) -> CauseID? {
    guard let value = (try? value()) ?? nil else { return cause }
    if cell.comparesValues, let stored = cell.stored, let old = place.value(in: stored), old == place.value(in: value) {
      return nil
    }
    return placed.isEmpty ? cause : placed.cause(of: place, in: value, of: cell)
  }

  /// Beside a write that is the event.
  func touch(_ place: Cell, _ cause: CauseID) {
    touch = cause
    touched.add(place, cause)
    if !isWrite { self.cause = cause }
  }

  override func seen() throws(Failure) -> Value? { try value() }
  override var replaces: Bool { hasPlainValue || outer?.replaces ?? false }

  /// nil where there is none.
  func value() throws(Failure) -> Value? {
    if let failure { throw failure }
    if let present { return present.value }
    if let outer { return try outer.value() }
    return cell.stored
  }

  /// A touch beside what it writes is told by that.
  override var canReturn: Bool { (touch == nil || !isWrite) && cell.mayReturn }
  override var countsItself: Bool { true }
  /// A touch alone loses nothing.
  override var mayLose: Bool { isWrite }

  override func reminder() -> Reminder? {
    guard var reminder = cell.reminder, let before = cell.stored else { return nil }
    reminder.origins = OriginsBefore(cell, before)
    return reminder
  }

  override func forEachNode(_ body: (NodeID) -> Void) {
    body(cell.node)
    var around = cell.enclosing
    while let record = around {
      body(record.node)
      around = record.enclosing
    }
    for element in cell.liveElements { body(element.node) }
  }

  override func check() throws(Failure) {
    guard isWrite, let value = try value() else { return }
    if asksScript { _ = try cell.isSame(value) }
  }

  override func beginLog() { (first, firstPlaced) = (present, placed) }
  override var beginning: HeldOperation? { first.map { CellAssignment($0.value, to: cell, by: .writes(firstPlaced)) } }
  override func joinLog(isPerformed: Bool) {
    (first, firstPlaced) = (nil, PlacedWrites())
    if !isPerformed { (present, failure) = (nil, nil) }
  }
  override func startOver() { (present, failure, placed) = (first, nil, firstPlaced) }

  override var asksScript: Bool { if case .custom = cell.declaration.equality { isWrite } else { false } }

  override func prepare() throws(Failure) {
    decision = try !cell.isSame(try value())
  }

  private func isChange(_ value: Value?) throws(Failure) -> Bool {
    if let decision { return decision }
    return try !cell.isSame(value)
  }

  // The state that it is a field of does so for all its fields.
  override func keepPast(in engine: Engine) { if !cell.isMirrored, !isShownOnly { engine.keepPast(of: cell) } }

  override func apply(in engine: Engine) throws(Failure) {
    // The state that it is a field of commits for all its fields.
    if cell.isMirrored || isShownOnly { return }
    if isWrite {
      let value = try value()
      if try isChange(value) {
        if engine.graph.isFlushing || engine.isApplying { cell.noteFurtherWrite() }
        // Before it is stored, so that what follows from a place that stays as it is has the touch as its cause.
        if touch != nil { tellTouches(with: value) }
        touch = nil
        guard let whole = value, !placed.isEmpty else {
          return cell.commitCounted(value, cause: placed.whole == .none ? cause : placed.whole)
        }
        return cell.commitCounted(whole, placed: placed)
      }
    }
  }

  override func tellTouch(in engine: Engine) {
    if touch != nil, !cell.isMirrored, !isShownOnly { tellTouches(with: cell.stored) }
  }

  /// What is written too tells of that by itself.
  private func tellTouches(with new: Value?) {
    for (place, cause) in touched.all {
      cell.engine.noteTouch(of: place, cause)
      PlaceTouch(place, cause: cause).tell(in: cell, from: cell.stored, to: new)
    }
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? CellWrite else { return }
    let before = present?.value
    if later.isWrite {
      isPartOnly = later.isPartOnly && (isPartOnly || !isWrite)
      (present, failure, written) = (later.present ?? present, later.failure, later.written)
      isWrite = true
      hasPlainValue = hasPlainValue || later.hasPlainValue
    }
    placed.add(later.placed, over: before)
    touched.add(later.touched)
    touch = later.touch ?? touch
    if later.isWrite || !isWrite { cause = later.cause }
  }
}
