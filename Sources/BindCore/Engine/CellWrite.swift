import BindGraph

/// A script cell's pending value in an overlay.
final class CellWrite: PendingWrite {
  private let cell: LeafCell
  /// What the enclosing transaction has written: the functions begin with that.
  private let outer: CellWrite?
  /// The value written last, and the functions that came after it.
  @exclusivity(unchecked) private var written: Value?
  @exclusivity(unchecked) private var changes: [Change] = []
  /// The functions applied, as the writing callback sees it; nil when it must be worked out anew.
  @exclusivity(unchecked) private var current: Value?
  /// The same as it is applied.
  @exclusivity(unchecked) private var result: Value?
  /// What the first of the functions have given while they are applied.
  @exclusivity(unchecked) private var begun: (count: Int, value: Value)?
  @exclusivity(unchecked) private var touch: CauseID?
  /// Which event wrote which of its places last, where only a part of the value was written.
  @exclusivity(unchecked) private var placed: [ObjectIdentifier: CauseID] = [:]
  /// The places of `placed`, held: nothing else may have their identity.
  @exclusivity(unchecked) private var places: [ElementCell] = []
  @exclusivity(unchecked) private var touched = TouchedPlaces()
  /// Goes up with every write that is begun: functions see what those before them give, and not those after them.
  private let number: UInt64
  /// All of it was written, not places alone.
  @exclusivity(unchecked) private var isWhole = false
  /// It shows its writer what another write of the commit stores.
  @exclusivity(unchecked) var isShownOnly = false
  /// Whether it is a change, where that was asked ahead.
  @exclusivity(unchecked) private var decision: Bool?

  struct Change {
    let body: (Value) throws(Failure) -> Value
    /// What it is a part of, which asks whether the cell takes what it gives.
    var joint: JointChange?
  }

  init(_ cell: LeafCell, over outer: CellWrite? = nil, cause: CauseID) {
    self.cell = cell
    self.outer = outer
    cell.engine.lastWriteNumber += 1
    number = cell.engine.lastWriteNumber
    super.init(target: cell, cause: cause)
  }

  /// Supposed: everybody sees the value, functions too that are applied now.
  init(supposing value: Value, in cell: LeafCell) {
    self.cell = cell
    outer = nil
    number = 0
    written = value
    super.init(target: cell, cause: .none)
  }

  override var targetName: String { cell.name }
  override var writesSomething: Bool { !isShownOnly }

  /// A touch writes nothing.
  private var isWrite: Bool { written != nil || !changes.isEmpty }

  func set(_ value: Value) {
    written = value
    if !changes.isEmpty { changes = [] }
    if !cell.engine.isWritingPlace { noteWhole() }
  }

  /// To be written so is no change for its writer.
  func holds(_ value: Value) -> Bool {
    changes.isEmpty && touch == nil && written == value && cell.comparesValues
  }

  /// The last function has written this place.
  func note(_ place: ElementCell) {
    if placed.updateValue(cause, forKey: ObjectIdentifier(place)) == nil { places.append(place) }
  }

  /// Its own, or that of what it is a place in.
  func cause(of place: ElementCell) -> CauseID {
    var newest: CauseID?
    var around: ElementCell? = place
    while let present = around {
      newest = CauseID.newest(newest, placed[ObjectIdentifier(present)])
      around = present.container as? ElementCell
    }
    return newest ?? cause
  }

  /// - Parameter given: what it gives its writer, where that is known.
  func modify(_ change: Change, giving given: Value?) {
    changes.append(change)
    current = given
    if !cell.engine.isWritingPlace { noteWhole() }
  }

  private func noteWhole() {
    isWhole = true
    if !placed.isEmpty { placed = [:] }
  }

  /// The places that were written, where nothing else of the cell was.
  var placesAlone: [ElementCell]? {
    if isWhole || placed.isEmpty { return nil }
    return places.filter { placed[ObjectIdentifier($0)] != nil }
  }

  func touch(_ place: Cell, _ cause: CauseID) {
    touch = cause
    touched.add(place, cause)
    self.cause = cause
  }

  private func base() throws(Failure) -> Value? {
    if let written { return written }
    return try before()
  }

  private func before() throws(Failure) -> Value? {
    if let outer { return try outer.value() }
    return cell.stored
  }

  override func seen() throws(Failure) -> Value? { try value() }
  override var replaces: Bool { written != nil || outer?.replaces ?? false }

  /// nil when there is nothing but a touch of a cell without value.
  func value() throws(Failure) -> Value? {
    if number >= cell.engine.foldedWrite { return number == cell.engine.foldedWrite ? try base() : try before() }
    if changes.isEmpty { return try base() }
    if let current { return current }
    let value = try folded()
    current = value
    return value
  }

  override var canReturn: Bool { touch == nil && cell.comparesValues }

  override func reminder() -> Reminder? { cell.reminder }

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
    guard !changes.isEmpty || asksScript, let value = try value() else { return }
    if asksScript { _ = try cell.isSame(value) }
  }

  override func workOut() { if !changes.isEmpty { _ = try? value() } }
  override func startOver() { (current, begun) = (nil, nil) }
  override func fold() throws(Failure) { if !changes.isEmpty { result = try folded() } }

  private func folded() throws(Failure) -> Value {
    if let result { return result }
    return try folded(first: changes.count)
  }

  /// What the functions before that one give; nil where it is none of them.
  func value(before joint: JointChange) throws(Failure) -> Value? {
    guard let end = changes.firstIndex(where: { $0.joint === joint }) else { return nil }
    return try folded(first: end)
  }

  private func folded(first end: Int) throws(Failure) -> Value {
    let (engine, outerWrite) = (cell.engine, cell.engine.foldedWrite)
    engine.foldedWrite = number
    engine.overlay?.invalidateSpeculations()
    defer {
      engine.foldedWrite = outerWrite
      engine.overlay?.invalidateSpeculations()
    }
    var (count, value) = (0, Value.nil)
    if engine.isFolding, let begun, begun.count <= end { (count, value) = begun } else { value = try base() ?? .nil }
    while count < end {
      value = try given(by: changes[count], on: value)
      count += 1
      if engine.isFolding { begun = (count, value) }
    }
    return value
  }

  private func given(by change: Change, on base: Value) throws(Failure) -> Value {
    if change.joint != nil { return try change.body(base) }
    switch try cell.accept(cell.engine.result(of: change.body, on: base)) {
    case .accepted(let accepted): return accepted
    case .refused(let diagnostic): throw .diagnostic(diagnostic)
    }
  }

  override var asksScript: Bool { if case .custom = cell.declaration.equality { isWrite } else { false } }

  override func prepare() throws(Failure) {
    let value = try folded()
    decision = try !cell.isSame(value)
  }

  private func isChange(_ value: Value) throws(Failure) -> Bool {
    if let decision { return decision }
    return try !cell.isSame(value)
  }

  // The state that it is a field of does so for all its fields.
  override func keepPast(in engine: Engine) { if !cell.isMirrored, !isShownOnly { engine.keepPast(of: cell) } }

  override func apply(in engine: Engine) throws(Failure) {
    // The state that it is a field of commits for all its fields.
    if cell.isMirrored || isShownOnly { return }
    if isWrite {
      let value = try folded()
      if try isChange(value) {
        if engine.graph.isFlushing || engine.isApplying { cell.noteFurtherWrite() }
        if touch != nil { tellTouches(with: value) }
        engine.placedCauses = placed
        defer { engine.placedCauses = [:] }
        cell.commit(value, cause: cause)
        return
      }
    }
    if touch != nil { tellTouches(with: cell.stored) }
  }

  /// What is written too tells of that by itself.
  private func tellTouches(with new: Value?) {
    for (place, cause) in touched.all { PlaceTouch(place, cause: cause).tell(in: cell, from: cell.stored, to: new) }
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? CellWrite else { return }
    let before = later.placed.isEmpty ? [:] : placed
    let wasWhole = isWhole
    if let value = later.written { set(value) }
    changes += later.changes
    isWhole = wasWhole || later.isWhole
    placed = before
    placed.merge(later.placed) { $1 }
    places += later.places
    touched.add(later.touched)
    current = later.current
    touch = later.touch ?? touch
    cause = later.cause
  }
}
