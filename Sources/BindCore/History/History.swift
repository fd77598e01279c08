import BindGraph

/// Undo and redo over transactions: `bh.history`.
///
/// One outermost write, with all that follows from it, is one step. Undoing writes the old values back in a transaction of
/// its own, whose writes have the cause `undo`. What follows a one-way binding is no part of a step: it follows again.
/// A cell cannot go back to having no value, so its steps begin at its first one.
/// Isolation: confined to its engine's thread.
package final class History: ScopeItem {
  /// What one cell went through in one step.
  struct Change {
    let cell: LeafCell
    let old: Value
    var new: Value
  }

  /// What one outermost write did, with all that followed at once.
  private struct Step {
    /// `Engine.stepNumber` of then.
    let number: Int
    var changes: [Change]

    /// What the step had asked for has been confirmed.
    mutating func join(_ late: Change) {
      if let known = changes.firstIndex(where: { $0.cell === late.cell }) {
        changes[known].new = late.new
      } else {
        changes.append(late)
      }
    }
  }

  package static let defaultLimit = 100

  package unowned(unsafe) let engine: Engine
  private let scope: Scope
  package var scopeIndex = -1
  private let limit: Int
  /// False: all models of the engine, those made later included.
  let isSelective: Bool
  private var members: Set<ObjectIdentifier> = []
  private var leaves: [LeafCell] = []

  private var done: [Step] = []
  private var undone: [Step] = []
  /// A move of its own is on its way to the commit: what each cell has been given back. nil: no move.
  private var moved: [ObjectIdentifier: Change]?
  private var isStopped = false

  package let canUndo: LeafCell
  package let canRedo: LeafCell

  /// - Parameter cells: whose changes count; nil for all models.
  /// - Throws: `bind.argument` for a cell that has no value of its own.
  package init(of cells: [Cell]?, limit: Int = History.defaultLimit, scope: Scope) throws(Failure) {
    engine = scope.engine
    self.scope = scope
    self.limit = limit
    isSelective = cells != nil
    func flag(_ name: String) -> LeafCell {
      LeafCell(
        .boolean(false), declaration: .plain(.boolean(false)), name: "history.\(name)", engine: scope.engine)
    }
    canUndo = flag("can_undo")
    canRedo = flag("can_redo")
    for cell in cells ?? [] { try include(cell) }
    engine.histories.append(self)
    scope.add(self)
  }

  package func include(_ cell: Cell) throws(Failure) {
    if let record = cell as? RecordCell {
      for (_, field) in record.fields { try include(field) }
      return
    }
    guard let leaf = cell.settledLeaf else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "bh.history: \(cell.name) is derived; name the cells that it is made from"))
    }
    guard members.insert(ObjectIdentifier(leaf)).inserted else { return }
    leaves.append(leaf)
    leaf.isRecorded = true
  }

  /// A step has been committed.
  /// - Parameter confirmed: what an earlier step had asked a source for, with that step's number. It joins that step.
  fileprivate func take(_ changes: [Change], confirmed: [(step: Int, change: Change)], as number: Int) {
    let wasMove = moved != nil
    var number = number
    var own = changes.filter { members.contains(ObjectIdentifier($0.cell)) }
    for (earlier, change) in confirmed where members.contains(ObjectIdentifier(change.cell)) {
      if let place = done.lastIndex(where: { $0.number == earlier }) {
        done[place].join(change)
      } else {
        own.append(change)
        number = earlier
      }
    }
    let step = moved.map { beyond($0, own) } ?? own
    moved = nil
    if !step.isEmpty {
      done.append(Step(number: number, changes: step))
      if done.count > limit { done.removeFirst(done.count - limit) }
      undone.removeAll()
    }
    if wasMove || !step.isEmpty { publish() }
  }

  /// What was written besides in the transaction of a move. What follows from the move is part of it.
  private func beyond(_ moved: [ObjectIdentifier: Change], _ changes: [Change]) -> [Change] {
    var step: [Change] = []
    for change in changes where moved[ObjectIdentifier(change.cell)] == nil && !engine.followsMove(change.cell) {
      step.append(change)
    }
    // Written again after it was given back: perhaps what it held before, which is no change for anybody else.
    let written = Set(changes.map { ObjectIdentifier($0.cell) })
    for change in leaves.compactMap({ moved[ObjectIdentifier($0)] }) {
      guard change.cell.keepsWhatIsPut || written.contains(ObjectIdentifier(change.cell)) else { continue }
      guard let present = change.cell.stored, present != change.new, !engine.followsMove(change.cell) else { continue }
      step.append(Change(cell: change.cell, old: change.new, new: present))
    }
    return step
  }

  private func publish() {
    for (cell, value) in [(canUndo, !done.isEmpty), (canRedo, !undone.isEmpty)]
    where cell.stored != .boolean(value) {
      engine.announceLater(.boolean(value), in: cell)
    }
  }

  // MARK: Moves

  /// - Returns: false when there is nothing to undo.
  package func undo() throws -> Bool {
    guard let step = done.last else { return false }
    try move(label: "undo", step.changes.reversed().map { ($0.cell, $0.old) }) {
      done.removeLast()
      undone.append(step)
    }
    return true
  }

  package func redo() throws -> Bool {
    guard let step = undone.last else { return false }
    try move(label: "redo", step.changes.map { ($0.cell, $0.new) }) {
      undone.removeLast()
      done.append(step)
    }
    return true
  }

  /// A move inside a callback is part of its transaction: if that is dropped, the steps stand as they did.
  private func move(label: String, _ values: [(cell: LeafCell, value: Value)], _ shift: () -> Void) throws {
    let before = (done, undone, moved)
    func takeBack() {
      (done, undone, moved) = before
      publish()
    }
    do {
      try engine.undoing(label) {
        engine.registered(
          Registration { [weak self] in
            guard let self else { return }
            (done, undone, moved) = before
            publish()
          })
        moved = moved ?? [:]
        engine.isStepOpen = true
        shift()
        for (cell, value) in values {
          moved?[ObjectIdentifier(cell)] = Change(cell: cell, old: value, new: value)
          try engine.put(value, into: cell)
        }
      }
    } catch {
      takeBack()
      throw error
    }
  }

  /// What its use raises once its scope has closed; to have been stopped is no such end.
  package var failureOfUse: Failure? { scope.isClosed ? .disposed("history", scope: scope.name) : nil }

  package func clear() {
    done.removeAll()
    undone.removeAll()
    publish()
  }

  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    scope.remove(self)
    engine.histories.removeAll { $0 === self }
    for leaf in leaves { leaf.isRecorded = engine.histories.contains { $0.members.contains(ObjectIdentifier(leaf)) } }
    leaves.removeAll()
    members.removeAll()
    clear()
  }
}

// MARK: - The journal

extension Engine {
  /// A recorded cell changes in the present step.
  /// - Parameter step: the earlier one that has asked for it; nil for what changes at once.
  func record(_ cell: LeafCell, old: Value?, new: Value, askedIn step: Int? = nil) {
    if cell.isBound, isWrittenByBinding(cell) { return }
    // A cell cannot go back to having no value: the first one is where its steps begin.
    guard let old else { return }
    isStepOpen = true
    if let step {
      if old != new { confirmedChanges.append((step, History.Change(cell: cell, old: old, new: new))) }
      return
    }
    let key = ObjectIdentifier(cell)
    if let known = journalIndex[key] {
      journal[known].new = new
    } else {
      journalIndex[key] = journal.count
      journal.append(History.Change(cell: cell, old: old, new: new))
    }
  }

  /// A one-way binding has the cell at present, or is giving it back: what it covered was recorded when it was written.
  private func isWrittenByBinding(_ cell: LeafCell) -> Bool {
    if claimsAround(cell).contains(where: { $0.writer != nil }) { return true }
    guard let target = deliveringBinding?._withUnsafeGuaranteedRef({ $0.target }) else { return false }
    var around: Cell? = cell
    while let here = around, here !== target { around = here.enclosing }
    return around != nil
  }

  /// Whether the cell's last write follows from an undo or redo.
  fileprivate func followsMove(_ cell: Cell) -> Bool {
    causes.chain(from: cell.writtenBy).contains { $0.kind == .undo }
  }

  /// All is quiet, unless this was part of waves that go on: what was recorded is one step.
  @inline(__always)
  func closeStep(after settlement: Settlement) {
    if isStepOpen, settlement != .running, mode == .immediate { closeStep() }
  }

  @inline(never)
  private func closeStep() {
    let changes = journal.filter { $0.old != $0.new }
    let (confirmed, number) = (confirmedChanges, stepNumber)
    isStepOpen = false
    stepNumber += 1
    confirmedChanges.removeAll()
    journal.removeAll()
    journalIndex.removeAll()
    for history in histories { history.take(changes, confirmed: confirmed, as: number) }
  }

  /// A transaction whose writes have the cause `undo`.
  fileprivate func undoing(_ label: String, _ body: () throws -> Void) throws {
    try turn(.undo, label: label, parent: cause) {
      try writing(as: .undo, body)
    }
  }

  fileprivate func put(_ value: Value, into cell: LeafCell) throws(Failure) {
    if case .refused(let diagnostic) = try cell.write(value) { throw .diagnostic(diagnostic) }
  }
}

extension LeafCell {
  /// What is written is what it holds, unless it is written again: of a source or a state others decide.
  fileprivate var keepsWhatIsPut: Bool {
    if isMirrored || self is SourceCell { return false }
    if case .custom = declaration.equality { return false }
    return true
  }
}
