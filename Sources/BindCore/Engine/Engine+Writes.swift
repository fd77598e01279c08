import BindGraph

// What a callback or transaction writes to cells is held until it commits.

extension Engine {
  /// The overlay of an observer's callback, in which functions stay functions until they are applied.
  package var heldOverlay: Overlay? {
    guard mode == .deferred, overlay?.isHeld ?? graph.isDelivering else { return nil }
    return overlayForWriting()
  }

  /// What the running callback sees in the cell: what it has written there and nobody else sees yet, or what is committed.
  func seenValue(of cell: LeafCell) throws(Failure) -> Value? {
    if watching.pointee & (Watch.heldWrites | Watch.looks) != 0 { noteRead(of: cell) }
    guard watching.pointee & Watch.overlay != 0, let overlay else { return cell.stored }
    // A function of one source that reads another cell needs none of the further ones.
    if !overlay.isLooking { overlay.bringUpToDate(in: self) }
    let write = overlay.write(to: cell)
    if let write = write as? SourceWrite { return try write.value() ?? cell.stored }
    if let write = write as? CellWrite { return try write.value() }
    return cell.stored
  }

  @inline(never)
  private func noteRead(of cell: LeafCell) {
    if watching.pointee & Watch.looks != 0 { noticeRead(of: cell) }
    if watching.pointee & Watch.heldWrites != 0, !hasReplaced(cell) { logRead(of: cell, cell.path) }
  }

  /// Whoever runs sees that value in the cell. Others see what its owner stores there with the commit.
  func show(_ value: Value, in cell: StatusCell) {
    let overlay = overlayForWriting()
    let write = pendingWrite(to: cell, in: overlay)
    write.set(value, in: overlay)
    write.isShownOnly = true
  }

  /// - Parameter isResult: of a function, which is applied in turn and loses nothing.
  func hold(_ value: Value?, in cell: LeafCell, isResult: Bool = false) {
    let overlay = overlayForWriting()
    let isThere = value.flatMap { (overlay.write(to: cell) as? CellWrite)?.holds($0) } ?? false
    if !isThere { pendingWrite(to: cell, in: overlay).set(value, in: overlay) }
    if !isResult, watching.pointee & Watch.heldWrites != 0 { checkLostUpdate(of: cell) }
  }

  /// What a function makes of the cell, in its turn.
  /// - Parameter given: what it gives its writer, where that is known.
  func hold(_ change: CellChange, of cell: LeafCell, in overlay: Overlay, giving given: Value? = nil) {
    let write = pendingWrite(to: cell, in: overlay)
    write.noteFunction()
    change.origin = write.origin
    overlay.append(change, isPerformed: given != nil)
    if let given { write.put(given) }
  }

  /// The cell is written by what is done to several cells.
  func holdPart(_ value: Value, of cell: LeafCell, in overlay: Overlay) -> CellOrigin {
    let write = pendingWrite(to: cell, in: overlay)
    write.noteFunction(isPart: true)
    write.put(value)
    return write.origin
  }

  /// What is written inside into the leaf that it is a place in is written there, and nowhere else.
  func writing(
    to place: Cell, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    // What is around the place is written with it.
    guard mode == .deferred else { return try writingAtOnce(to: place, body) }
    if writtenPlace != nil { return try body() }
    writtenPlace = .passUnretained(place)
    defer { writtenPlace = nil }
    return try body()
  }

  /// Its wave runs inside the body: what is written there has other events.
  private func writingAtOnce(
    to place: Cell, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    let event = nextCause
    if placeWrite?.event == event { return try body() }
    placeWrite = (.passUnretained(place), event)
    defer { placeWrite = nil }
    return try body()
  }

  /// The place in it that is being written; nil where all of it is.
  func writtenPlace(in leaf: LeafCell) -> Cell? {
    guard let place = writtenPlace?.takeUnretainedValue(), place.settledLeaf === leaf else { return nil }
    return place
  }

  /// The same of what is written at once.
  func placeWritten(in leaf: LeafCell) -> Cell? {
    guard let (place, event) = placeWrite, event == nextCause else { return nil }
    let cell = place.takeUnretainedValue()
    return cell.settledLeaf === leaf ? cell : nil
  }

  /// The function that is applied next gives a value: whose first cell is written, asks.
  @inline(__always)
  func takeGiving() -> Bool {
    defer { isGiving = false }
    return isGiving
  }

  /// - Parameter place: in the leaf, or that itself.
  func holdTouch(of place: Cell, in leaf: LeafCell) {
    let overlay = overlayForWriting()
    let cause = recordWrite(to: leaf, kind: .touch)
    noteWrite(in: overlay)
    overlay.hasTouches = true
    overlay.ownWrite(to: leaf, in: graph) { CellWrite(leaf, over: $0, cause: cause) }.touch(place, cause)
  }

  /// What was held in the last wave is applied for the next one.
  var isBetweenWaves: Bool { graph.isFlushing && !graph.isDelivering && mode == .immediate }

  /// A write of the engine's own, which stands even if the running callback fails: in the next wave, or now.
  package func announceLater(_ value: Value, in cell: LeafCell) {
    announceLater([(cell, value)], kind: .write, during: "update of \(cell.name)")
  }

  /// The same of several cells, in one wave.
  package func announceLater(
    _ changes: [(cell: LeafCell, value: Value)], kind: CauseKind, at place: Site = .none,
    during title: @autoclosure () -> String
  ) {
    let own = Overlay(parent: nil, isHeld: true, stands: true, births: births, in: graph)
    for (cell, value) in changes {
      let write = CellWrite(cell, cause: causes.record(kind, parent: cause, target: cell.nameNumber, at: place))
      write.set(value, in: own)
      own.add(write)
    }
    if isApplying {
      own.apply(in: self, reportingTo: root)
    } else if graph.isFlushing || mode == .pure {
      graph.hold(HeldOverlay(own, in: root))
    } else {
      apart {
        own.apply(in: self, reportingTo: root)
        forgetUnsettledIfQuiet()
        reportOverrun(graph.flush(), during: title())
      }
    }
  }

  private func pendingWrite(to cell: LeafCell, in overlay: Overlay) -> CellWrite {
    let cause = recordWrite(to: cell)
    noteWrite(in: overlay)
    let write = overlay.ownWrite(to: cell, in: graph) { CellWrite(cell, over: $0, cause: cause) }
    write.cause = cause
    return write
  }

  /// What is written inside has a cause of that kind.
  func writing(as kind: CauseKind, _ body: () throws -> Void) rethrows {
    let outer = writeKind
    writeKind = kind
    defer { writeKind = outer }
    try body()
  }

  package func recordWrite(to cell: Cell, kind: CauseKind? = nil) -> CauseID {
    recordWrite(as: kind ?? writeKind, to: cell.nameNumber)
  }

  /// The same of what is no cell.
  package func recordWrite(to target: String, kind: CauseKind = .write) -> CauseID {
    recordWrite(as: kind, to: causes.intern(passing: target))
  }

  /// Where the running script stands, or who delivers, as a new cause.
  @inline(__always)
  private func recordWrite(as kind: CauseKind, to target: UInt32) -> CauseID {
    guard let deliveringBinding else { return causes.record(kind, parent: cause, target: target, at: takePlace()) }
    let (place, title) = deliveringBinding._withUnsafeGuaranteedRef { ($0.place, $0.titleNumber) }
    lastLoopCause = causes.record(kind, parent: cause, target: target, at: place, via: title)
    if takesInput { causes.noteInput(lastLoopCause) }
    return lastLoopCause
  }
}
