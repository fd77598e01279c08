import BindGraph

/// One state as the cells of one engine: a record of fields, or one cell.
///
/// The container is the truth. What this engine writes goes there first and stands in the cells in the same wave; what
/// others commit arrives through the inbox. Isolation: the engine's thread.
package final class StateMirror {
  package let container: StateContainer
  unowned(unsafe) let engine: Engine
  /// A `StateRecordCell`, or a `StateLeaf`. nil once it is closed.
  package private(set) var root: Cell?
  private(set) var leaves: [StateLeaf] = []
  /// Which of the container's commits the cells show.
  private var version: UInt64
  let clock: any WorldClock
  /// Does again what scripts have written, where others have stored something before it was saved.
  let replayer: StateReplayer

  /// Whether something is not saved yet, and what went wrong, as errors that scripts can look at.
  package let pendingCell: LeafCell
  package let loadErrorCell: LeafCell
  package let saveErrorCell: LeafCell
  private let describe: (StateProblem) -> Value

  /// Alive while something waits to be saved.
  private var pendingKeeper: (any Token)?
  /// Alive while somebody observes what others can change.
  private var observerKeeper: (any Token)?
  private var liveCells = 0
  /// Values are taken over that nobody here has written.
  private(set) var isTakingOver = false
  /// Told already.
  private var reported = StateStatus()

  /// - Parameters:
  ///   - describe: a problem as the value of an error cell.
  /// - Throws: what a field says to its own default.
  package init(
    _ container: StateContainer, tree: FieldTree, clock: any WorldClock, engine: Engine,
    describe: @escaping (StateProblem) -> Value
  ) throws(Failure) {
    self.container = container
    self.engine = engine
    self.clock = clock
    self.describe = describe
    version = container.current.version
    replayer = StateReplayer(container, engine: engine)
    func status(_ word: String, _ value: Value) -> LeafCell {
      StatusCell(value, declaration: .any(value), name: "\(container.name).\(word)", engine: engine)
    }
    pendingCell = status("$pending", .boolean(false))
    loadErrorCell = status("$load_error", .nil)
    saveErrorCell = status("$save_error", .nil)
    switch tree {
    case .record(let fields):
      let record = StateRecordCell(name: container.name, mirror: self, engine: engine)
      root = record
      try record.build(fields, cells: self)
    case .leaf(let declaration):
      root = try LeafCell.field(declaration, name: container.name, parent: nil, engine: engine, cells: self)
    }
    engine.stateLink.attach(self)
    takeOver(container.current, from: "store")
    tellStatus()
  }

  /// What it holds is shown nowhere.
  var isSecret: Bool { container.keeper?.isSecret ?? false }

  /// The cells end: they keep what they hold, and are written no more.
  package func close() {
    guard root != nil else { return }
    engine.stateLink.detach(self)
    pendingKeeper?.cancel()
    observerKeeper?.cancel()
    replayer.close()
    for leaf in leaves { leaf.mirror = nil }
    leaves = []
    (root as? StateRecordCell)?.letGo()
    root = nil
  }

  package func statusCell(named name: String) -> LeafCell? {
    switch name {
    case "$pending": pendingCell
    case "$load_error": loadErrorCell
    case "$save_error": saveErrorCell
    default: nil
    }
  }

  package static let statusCellNames = ["$pending", "$load_error", "$save_error"]

  // MARK: What others did

  /// Takes over what the container holds, as a change from outside.
  private func takeOver(_ current: (value: Value, version: UInt64), from origin: String) {
    let label = container.keeper?.name ?? container.name
    let cause = engine.causes.record(
      .external, parent: engine.cause, label: engine.causes.intern(passing: label),
      via: engine.causes.intern(passing: origin))
    isTakingOver = true
    adopt(current) { _ in PlacedWrites(whole: cause) }
    isTakingOver = false
    if engine.graph.settlerCount != 0 {
      engine.letStand(nil)
      engine.forgetUnsettledIfQuiet()
    }
  }

  /// Takes over what this engine has committed, with the causes of each field's own writes.
  /// - Parameters:
  ///   - leaves: what was written, where it was accepted already.
  ///   - written: what has written which place of a field.
  func adoptOwn(
    _ committed: (value: Value, version: UInt64), in leaves: [StateLeaf], settles: Bool,
    written: (StateLeaf) -> PlacedWrites
  ) {
    adopt(committed, accepted: Set(leaves.map(ObjectIdentifier.init))) { leaf in
      if settles { leaf.noteRewrite() } else if engine.graph.isFlushing { leaf.noteFurtherWrite() }
      return written(leaf)
    }
    notePending()
  }

  /// Stores and marks what differs; runs no observer.
  /// - Parameter accepted: the fields that have accepted what is there.
  private func adopt(
    _ current: (value: Value, version: UInt64), accepted: Set<ObjectIdentifier> = [],
    written: (StateLeaf) -> PlacedWrites
  ) {
    guard current.version >= version else { return }
    if isSecret { engine.secrets.add(current.value) }
    version = current.version
    var changed: [(leaf: StateLeaf, value: Value)] = []
    var unknown: [(leaf: StateLeaf, value: Value)] = []
    for leaf in leaves {
      guard let kept = current.value.at(leaf.steps), leaf.stored != kept else { continue }
      if accepted.contains(ObjectIdentifier(leaf)) {
        changed.append((leaf, kept))
      } else {
        unknown.append((leaf, kept))
      }
    }
    for (leaf, value) in changed + taken(unknown, beside: changed) where leaf.stored != value {
      let written = written(leaf)
      if isTakingOver {
        leaf.commit(value, cause: written.last)
      } else {
        leaf.commitCounted(value, placed: written)
      }
    }
  }

  /// The fields as they are in that value of the state.
  func fields(in whole: Value) -> [(cell: LeafCell, value: Value)] {
    leaves.map { (cell: $0, value: whole.at($0.steps) ?? .nil) }
  }

  /// What the fields take of it, where the check of one reads what is to be in all of them. One whose own rules refuse it goes on showing
  /// what it has.
  private func taken(
    _ news: [(leaf: StateLeaf, value: Value)], beside accepted: [(leaf: StateLeaf, value: Value)]
  ) -> [(leaf: StateLeaf, value: Value)] {
    if news.isEmpty { return [] }
    let joint = JointCheck()
    for (leaf, _) in news { joint.remember(leaf.stored, of: leaf) }
    let all = news.contains { $0.leaf.declaration.check != nil } ? accepted + news : []
    return engine.seeing(all.map { (cell: $0.leaf, value: $0.value) }) { supposition in
      var taken: [(leaf: StateLeaf, value: Value)] = []
      for (leaf, value) in news {
        switch Self.acceptance({ () throws(Failure) in try leaf.accept(value, collecting: joint) }) {
        case .accepted(let value): taken.append((leaf, value))
        case .refused(let diagnostic):
          note(diagnostic)
          if let stored = leaf.stored { supposition.put(stored, in: leaf) }
        }
      }
      try? joint.settle(keepsOld: true) { leaf, value in
        Self.acceptance { () throws(Failure) in try leaf.accept(value) }
      } putting: { leaf, value in
        supposition.put(value, in: leaf)
      }
      return taken.compactMap { leaf, value in
        guard let entry = joint[leaf] else { return (leaf, value) }
        if let refusal = entry.refusal { note(refusal) }
        return entry.refusal == nil ? (leaf, entry.result) : nil
      }
    }
  }

  /// What cannot be asked is refused too.
  private static func acceptance(_ ask: () throws(Failure) -> LeafCell.Acceptance) -> LeafCell.Acceptance {
    do throws(Failure) { return try ask() } catch {
      return .refused(Diagnostic(.bindInvalid, error.description))
    }
  }

  private func note(_ refusal: Diagnostic) {
    container.note(
      StateProblem(.corrupt, "what is stored of \(refusal.message); it stays there until the field is written"),
      ofLoading: true)
  }

  package static let storeOrigin = "change in store"
  /// Several changes became one, since the store could not tell them apart any more.
  package static let coalescedOrigin = "changes in store, coalesced"

  /// News of one commit, or of several that came together: one wave.
  func take(_ news: [StateNews]) {
    var isNew = false
    var isCoalesced = false
    var origin = "another thread"
    for one in news {
      guard case .value(_, let version, _, let by) = one.kind, version > self.version else { continue }
      isNew = true
      if case .own = by { continue }
      origin = Self.storeOrigin
      if case .store(isCoalesced: true) = by { isCoalesced = true }
    }
    guard isNew, root != nil, case .value(let value, let version, _, _)? = news.last(where: \.isValue)?.kind else {
      return
    }
    takeOver((value, version), from: isCoalesced ? Self.coalescedOrigin : origin)
  }

  /// The cells of what is pending and what went wrong follow the container.
  func tellStatus() {
    guard root != nil else { return }
    replayer.forgetSaved()
    let status = container.status
    let changes: [(LeafCell, Value)] = [
      (pendingCell, .boolean(status.isPending)),
      (loadErrorCell, status.loadProblem.map(describe) ?? .nil),
      (saveErrorCell, status.saveProblem.map(describe) ?? .nil),
    ]
    let cause = engine.causes.record(.external, parent: engine.cause, target: pendingCell.nameNumber)
    for (cell, value) in changes where cell.stored != value { cell.commit(value, cause: cause) }
    // What failed is tried again as long as the script lives, and once more at its end; it does not keep it alive.
    keepAlive(status.isPending && status.saveProblem == nil)
  }

  /// What went wrong is said once, until something else does.
  package func reportProblems() {
    let status = container.status
    for (problem, told) in [
      (status.loadProblem, reported.loadProblem), (status.saveProblem, reported.saveProblem),
    ] {
      guard let problem, problem != told else { continue }
      engine.root.report(Report(problem.diagnostic(.warning), during: "store of \(container.name)", isWarning: true))
    }
    reported = status
  }

  /// Something of this engine's is on its way to the store.
  func notePending() {
    guard container.keeper != nil, container.status.saveProblem == nil else { return }
    keepAlive(true)
    if pendingCell.stored != .boolean(true) {
      pendingCell.commit(.boolean(true), cause: engine.causes.record(.write, parent: engine.cause))
    }
  }

  private func keepAlive(_ isPending: Bool) {
    if !isPending {
      pendingKeeper?.cancel()
      pendingKeeper = nil
    } else if pendingKeeper == nil {
      pendingKeeper = clock.schedule(after: .seconds(1 << 30), label: "save of \(container.name)") {}
    }
  }

  /// A cell has got its first live observer, or lost its last.
  func observed(_ isLive: Bool) {
    liveCells += isLive ? 1 : -1
    guard container.keeper?.isShared ?? false else { return }
    if liveCells == 0 {
      observerKeeper?.cancel()
      observerKeeper = nil
    } else if observerKeeper == nil {
      observerKeeper = clock.schedule(after: .seconds(1 << 30), label: "observer of \(container.name)") {}
    }
  }

  // MARK: What this engine writes

  func checkWritable(_ cell: Cell) throws(Failure) {
    guard root != nil else {
      throw .diagnostic(Diagnostic(.bindDisposed, "\(cell.name) was written after its host was closed"))
    }
    if container.isReadOnly {
      throw .diagnostic(
        Diagnostic(
          .storeReadOnly, "\(cell.name) cannot be written: what is stored has a newer version than this script knows",
          notes: ["run the newer script, or give bh.state the version= and migrate= that fit"]))
    }
  }

  /// A write outside any callback: commits at once.
  func write(_ change: StateWrite.Change, to place: Cell) throws(Failure) -> WriteOutcome {
    let cause = engine.recordWrite(to: place, kind: change.isTouch ? .touch : nil)
    let write = StateWrite(self, cause: cause)
    write.add(change, to: place, cause: cause)
    do throws(StateRefusal) { try StateWrite.commit([write]) } catch {
      if case .refused(let diagnostic) = error { return .refused(diagnostic) }
      throw error.failure
    }
    write.keepPast(in: engine)
    engine.isAmongBindings = engine.graph.settlerCount != 0
    write.apply(in: engine)
    write.tellTouch(in: engine)
    engine.isAmongBindings = false
    engine.forgetUnsettledIfQuiet()
    write.announce()
    if engine.mode == .immediate, let failure = engine.failureOfSettling() { throw failure }
    return .written
  }
}

extension StateNews {
  var isValue: Bool { if case .value = kind { true } else { false } }
}

extension StateMirror: CellMaker {
  var holdObjects: Bool { false }

  func record(_ name: String, in parent: RecordCell) -> RecordCell {
    StateRecordCell(name: name, parent: parent, mirror: self, engine: engine)
  }

  func leaf(
    _ value: Value, declaration: FieldDeclaration, name: String, parent: RecordCell?, engine: Engine
  ) -> LeafCell {
    let leaf = StateLeaf(value, declaration: declaration, name: name, parent: parent, mirror: self, engine: engine)
    leaves.append(leaf)
    return leaf
  }
}
