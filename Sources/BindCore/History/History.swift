import BindGraph

/// Undo and redo over transactions: `bh.history`.
///
/// One outermost write, with all that follows from it, is one step. Undoing writes the old values back in a transaction of
/// its own, whose writes have the cause `undo`. What follows a one-way binding is no part of a step: it follows again.
/// Isolation: confined to its engine's thread.
package final class History: ScopeItem {
  /// What one cell went through in one step.
  struct Change {
    let cell: LeafCell
    let old: Value
    var new: Value
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

  private var done: [[Change]] = []
  private var undone: [[Change]] = []
  /// A move of its own is on its way to the commit: what the commit brings is no new step.
  private var isMoving = false
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
  fileprivate func take(_ changes: [Change]) {
    if isMoving {
      isMoving = false
    } else {
      let own = changes.filter { members.contains(ObjectIdentifier($0.cell)) }
      guard !own.isEmpty else { return }
      done.append(own)
      if done.count > limit { done.removeFirst(done.count - limit) }
      undone.removeAll()
    }
    publish()
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
    try move(label: "undo") {
      done.removeLast()
      undone.append(step)
    } writing: {
      for change in step.reversed() { try engine.put(change.old, into: change.cell) }
    }
    return true
  }

  package func redo() throws -> Bool {
    guard let step = undone.last else { return false }
    try move(label: "redo") {
      undone.removeLast()
      done.append(step)
    } writing: {
      for change in step { try engine.put(change.new, into: change.cell) }
    }
    return true
  }

  /// A move inside a callback is part of its transaction: if that is dropped, the steps stand as they did.
  private func move(label: String, _ shift: () -> Void, writing: () throws -> Void) throws {
    let before = (done, undone, isMoving)
    func takeBack() {
      (done, undone, isMoving) = before
      publish()
    }
    do {
      try engine.undoing(label) {
        engine.registered(
          Registration { [weak self] in
            guard let self else { return }
            (done, undone, isMoving) = before
            publish()
          })
        isMoving = true
        engine.isStepOpen = true
        shift()
        try writing()
      }
    } catch {
      takeBack()
      throw error
    }
  }

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
  func record(_ cell: LeafCell, old: Value?, new: Value) {
    guard !cell.isBound, let old else { return }
    isStepOpen = true
    let key = ObjectIdentifier(cell)
    if let known = journalIndex[key] {
      journal[known].new = new
    } else {
      journalIndex[key] = journal.count
      journal.append(History.Change(cell: cell, old: old, new: new))
    }
  }

  /// All is quiet, unless this was part of waves that go on: what was recorded is one step.
  @inline(__always)
  func closeStep(after settlement: Settlement) {
    if isStepOpen, settlement != .running, mode == .immediate { closeStep() }
  }

  @inline(never)
  private func closeStep() {
    let changes = journal.filter { $0.old != $0.new }
    isStepOpen = false
    journal.removeAll()
    journalIndex.removeAll()
    for history in histories { history.take(changes) }
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
