import BindGraph

// Plain writes over what another callback of the same wave has written.

extension Engine {
  /// Held writes of the present wave, remembered so that a later callback that read and overwrites is reported.
  func noteHeld(_ overlay: Overlay) {
    if heldWave != graph.wave {
      heldWave = graph.wave
      heldTargets.removeAll(keepingCapacity: true)
    }
    for write in overlay.writtenTargets where write.mayLose {
      let held = HeldTarget(write: write, overlay: overlay)
      if note(held, among: &heldTargets[ObjectIdentifier(write.losing), default: []]) { mayReturn(write) }
    }
    if !heldTargets.isEmpty { watching.pointee |= Watch.heldWrites }
    if graph.mayGoRound { noteLoopWriter() }
    overlay.tellHeld()
  }

  /// - Returns: whether it is not the first.
  private func note(_ one: HeldTarget, among held: inout [HeldTarget]) -> Bool {
    held.append(one)
    return held.count > 1
  }

  /// A new wave begins with the held writes applied: nothing of the last one can be lost any more.
  func forgetHeld() {
    heldTargets.removeAll(keepingCapacity: true)
    readsOfCallback.clear()
    watching.pointee &= ~Watch.heldWrites
  }

  func logRead(of target: AnyObject, _ path: @autoclosure () -> Path) {
    if graph.isDelivering, !readsOfCallback.isInside { readsOfCallback.add(target, path(), by: graph.currentObserver) }
  }

  /// What the callback reads follows from what that has read: looked up where it matters.
  @inline(never)
  func logRead(through cell: DerivedCell) {
    guard watching.pointee & Watch.heldWrites != 0, graph.isDelivering, !readsOfCallback.isInside else { return }
    readsOfCallback.add(through: cell, by: graph.currentObserver)
  }

  /// What the derived cells that the running callback has read follow from is read too. Of those that somebody observes these alone
  /// matter that follow from what it has written itself.
  ///
  /// Cost: each of them, and each cell that it follows from, once for a callback.
  private func unfoldReads() {
    if !readsOfCallback.hasDerived { return }
    overlay?.bringMarksUpToDate(in: graph)
    let cells = readsOfCallback.takeDerived(by: graph.currentObserver) { cell in
      !graph.isLive(cell.node) || graph.isOverlaid(cell.node)
    }
    for cell in cells { unfold(cell) }
  }

  private func unfold(_ derived: DerivedCell) {
    var stack: [Cell] = [derived]
    while let cell = stack.popLast() {
      guard readsOfCallback.begins(cell) else { continue }
      switch cell {
      case let record as RecordCell: for leaf in record.leaves { log(leaf, at: leaf) }
      case is TouchableCell, is ElementCell: if let leaf = cell.settledLeaf { log(cell, at: leaf) }
      case let derived as DerivedCell:
        if let inputs = derived.inputs {
          stack += inputs
          continue
        }
        for body in graph.inputs(of: derived.node).compactMap(graph.body(of:)) {
          if let cell = body as? Cell { stack.append(cell) } else { logRead(of: body, Path()) }
        }
      case let leaf as LeafCell: log(leaf, at: leaf)
      default: break
      }
    }
  }

  /// To know where it stands is to read nothing.
  private func log(_ place: Cell, at leaf: LeafCell) {
    guard let path = try? unlogged({ _ throws(Failure) in place.path }) else { return }
    logRead(of: leaf, path)
  }

  /// What the running callback reads there follows from nothing but what it has written itself.
  func hasReplaced(_ leaf: LeafCell) -> Bool {
    watching.pointee & Watch.overlay != 0 && overlay?.write(to: leaf.writeTarget)?.replaces ?? false
  }

  /// Reads a place inside what a cell holds: that is read, and not all that is around it.
  package func reading<Result>(
    _ place: Cell, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard watching.pointee & Watch.heldWrites != 0, graph.isDelivering, let leaf = place.settledLeaf else {
      return try body()
    }
    return try unlogged { isOutermost throws(Failure) in
      if isOutermost, !hasReplaced(leaf) { readsOfCallback.add(leaf, place.path, by: graph.currentObserver) }
      return try body()
    }
  }

  /// What is read and written inside is on no callback's account.
  func unaccounted<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let logs = watching.pointee & Watch.heldWrites
    watching.pointee &= ~logs
    defer { watching.pointee |= logs }
    return try body()
  }

  /// Reads inside are not logged one by one.
  private func unlogged<Result>(
    _ body: (_ isOutermost: Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = readsOfCallback.isInside
    readsOfCallback.isInside = true
    defer { readsOfCallback.isInside = outer }
    return try body(!outer)
  }

  /// A plain value is written over what another callback of this wave has written, and whoever writes it had read what was
  /// there before.
  /// - Parameters:
  ///   - cell: a leaf, or a place inside one, which that other callback must have changed.
  ///   - fields: the only ones in it that are written; nil for all of it.
  ///   - mend: what the report advises.
  func checkLostUpdate(
    of cell: Cell, merging fields: Record? = nil, mend: String = "use :modify(fn), which is applied in turn"
  ) {
    guard watching.pointee & Watch.heldWrites != 0, let leaf = cell.settledLeaf,
      let held = heldTargets[ObjectIdentifier(leaf)],
      let path = try? unlogged({ _ throws(Failure) in cell.path })
    else { return }
    unfoldReads()
    if !readsOfCallback.contains(leaf, Path(), by: graph.currentObserver) { return }
    let observer = graph.currentObserver
    for place in fields?.places(merging: leaf.stored.flatMap { cell.value(in: $0) }) ?? [[]] {
      guard readsOfCallback.contains(leaf, Path(path.steps + place), by: observer),
        let earlier = held.last(where: { changes(cell, place, in: leaf, $0) })
      else { continue }
      let later = overlay?.write(to: leaf.writeTarget)?.cause ?? recordWrite(to: cell)
      let name = place.reduce(cell.name) { name, step in step.name(below: name) }
      return reportLostUpdate(of: name, earlier.write.cause, later, mend: mend)
    }
  }

  /// The same of a bindable.
  func checkLostUpdate<Value>(of bindable: Bindable<Value>, by write: CauseID) {
    guard watching.pointee & Watch.heldWrites != 0, let earlier = heldTargets[ObjectIdentifier(bindable)]?.last
    else { return }
    unfoldReads()
    if !readsOfCallback.contains(bindable, Path(), by: graph.currentObserver) { return }
    reportLostUpdate(of: bindable.name, earlier.write.cause, write, mend: "use modify, which is applied in turn")
  }

  private func reportLostUpdate(of name: String, _ earlier: CauseID, _ later: CauseID, mend: String) {
    let lines = [earlier, later].compactMap { describe($0) }
    guard let scope else { return }
    let report = Report(
      Diagnostic(
        .bindLostUpdate,
        "\(name) was written by two callbacks of one wave; the later one, which had read it without that, wins",
        severity: .warning, at: causes[later].flatMap { position(of: $0.place) },
        notes: lines.map { "written at \($0)" } + [mend]),
      during: "", isWarning: true)
    // Nothing is lost by what is dropped.
    if let overlay { overlay.tellWhenHeld { scope.report(report) } } else { scope.report(report) }
  }

  /// Another callback of the present wave has written one of these: what a function makes of what the running one sees there says
  /// nothing of what it makes of the value of the moment.
  func mayDiffer(from cells: [LeafCell]) -> Bool {
    guard watching.pointee & Watch.heldWrites != 0 else { return false }
    return cells.contains(where: isHeldByAnother)
  }

  /// Another callback of the present wave has written it.
  func isHeldByAnother(_ cell: LeafCell) -> Bool { heldTargets[ObjectIdentifier(cell)] != nil }

  private func changes(
    _ cell: Cell, _ place: [Path.Step], in leaf: LeafCell, _ held: HeldTarget
  ) -> Bool {
    let isPartOnly = (held.write as? CellWrite)?.isPartOnly ?? false
    if cell === leaf, place.isEmpty, !isPartOnly { return true }
    held.overlay.bringUpToDate(in: self)
    guard let value = (try? held.write.seen()) ?? nil, let stored = leaf.stored else { return false }
    func part(_ whole: Value) -> Value? { place.reduce(cell.value(in: whole)) { value, step in value?[step] } }
    return part(value) != part(stored)
  }
}

extension Record {
  /// Where the values stand in it and in the records inside it. Nothing is merged into what is there by an empty one.
  fileprivate func places(merging base: Value?) -> [[Path.Step]] {
    fields.flatMap { name, value -> [[Path.Step]] in
      let place = Path.Step.field(name)
      let present = base?[place]
      switch (value, present) {
      case (.record(let inner), _): return inner.places(merging: present).map { [place] + $0 }
      case (.list(let elements), .record?) where elements.isEmpty: return []
      default: return [[place]]
      }
    }
  }
}

/// What was written by a callback that has ended.
struct HeldTarget {
  let write: PendingWrite
  let overlay: Overlay
}

/// What one callback has read, as far as somebody may have written it.
struct ReadLog {
  private struct Read: Hashable {
    /// A leaf or a bindable.
    let target: ObjectIdentifier
    let path: Path
  }

  private static let limit = 1024
  private var reads: Set<Read> = []
  /// Those that were read besides. Invariant: of the present wave, as all of it.
  private var derived: [DerivedCell] = []
  /// Those of which it is known what they follow from, held: nothing else may have their identity.
  private var unfolded: [DerivedCell] = []
  private var known: Set<ObjectIdentifier> = []
  private var observer = NodeID.none
  /// A place is read: what it is found in is not read by itself.
  var isInside = false

  mutating func add(_ target: AnyObject, _ path: Path, by reader: NodeID) {
    if reader != observer { clear() }
    observer = reader
    if reads.count < Self.limit { reads.insert(Read(target: ObjectIdentifier(target), path: path)) }
  }

  mutating func add(through cell: DerivedCell, by reader: NodeID) {
    if reader != observer { clear() }
    observer = reader
    if derived.count < Self.limit, derived.last !== cell { derived.append(cell) }
  }

  var hasDerived: Bool { !derived.isEmpty }

  /// Those of which that is true are not given again.
  mutating func takeDerived(by reader: NodeID, where matters: (DerivedCell) -> Bool) -> [DerivedCell] {
    if reader != observer { return [] }
    var (taken, left): ([DerivedCell], [DerivedCell]) = ([], [])
    for cell in derived { if matters(cell) { taken.append(cell) } else { left.append(cell) } }
    if taken.isEmpty { return [] }
    derived = left
    unfolded += taken
    return taken
  }

  /// What it follows from is not known yet.
  mutating func begins(_ cell: Cell) -> Bool { known.insert(ObjectIdentifier(cell)).inserted }

  /// Whether the callback has read something of that place, or what it is part of.
  func contains(_ target: AnyObject, _ path: Path, by reader: NodeID) -> Bool {
    reader == observer
      && reads.contains { read in
        read.target == ObjectIdentifier(target) && zip(read.path.steps, path.steps).allSatisfy { $0 == $1 }
      }
  }

  mutating func clear() {
    if !reads.isEmpty { reads.removeAll(keepingCapacity: true) }
    if !derived.isEmpty { derived.removeAll() }
    if !unfolded.isEmpty { (unfolded, known) = ([], []) }
  }
}
