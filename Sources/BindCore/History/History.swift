import BindGraph

/// Undo and redo over transactions: `bh.history`.
///
/// One outermost write, with all that follows from it, is one step. Undoing writes the old values back in a transaction of
/// its own, whose writes have the cause `undo`. What follows a one-way binding is no part of a step: it follows again.
/// No step leads back to having no value, so those of a cell begin at its first one.
/// Isolation: confined to its engine's thread.
public final class History {
  /// What one cell went through in one step.
  struct Change {
    let cell: LeafCell
    let old: Value
    var new: Value
  }

  /// What one outermost write did, with all that followed at once.
  private struct Step {
    /// `Engine.stepNumber` of then.
    var number: Int
    var changes: [Change]
    /// The same of the move that has undone or redone it last.
    var movedIn: Move?

    func change(of cell: LeafCell) -> Change? { changes.first { $0.cell === cell } }

    /// What the step had asked for has been confirmed.
    mutating func join(_ late: Change) {
      if let known = changes.firstIndex(where: { $0.cell === late.cell }) {
        changes[known].new = late.new
      } else {
        changes.append(late)
      }
    }
  }

  private enum Move: Equatable {
    /// It is on its way to the commit.
    case present
    case step(Int)
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
  private var recorded = RecordedPlaces()

  private var done: [Step] = []
  private var undone: [Step] = []
  /// A move of its own is on its way to the commit: what each cell has been given back. nil: no move.
  private var moved: [ObjectIdentifier: Change]?
  /// The moves and clearings, by number, that are on their way to the commit: nobody is told of them before.
  private var pending: [Int] = []
  private var lastPending = 0
  private var isStopped = false

  package let canUndo: StatusCell
  package let canRedo: StatusCell

  /// - Parameter cells: whose changes count; nil for all models.
  /// - Throws: `bind.argument` for a cell that has no value of its own.
  package init(of cells: [Cell]?, limit: Int = History.defaultLimit, scope: Scope) throws(Failure) {
    engine = scope.engine
    self.scope = scope
    self.limit = limit
    isSelective = cells != nil
    func flag(_ name: String) -> StatusCell {
      StatusCell(
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
    recorded.include(cell, in: leaf)
    guard members.insert(ObjectIdentifier(leaf)).inserted else { return }
    leaves.append(leaf)
    leaf.isRecorded = true
  }

  /// A step has been committed.
  /// - Parameters:
  ///   - confirmed: what follows from what an earlier step had asked for, with that step's number. It joins that step.
  ///   - isApart: a move that is on its way is not part of it.
  fileprivate func take(
    _ changes: [Change], confirmed: [(step: Int, change: Change)], as number: Int, isApart: Bool
  ) {
    let move = isApart ? nil : moved
    var late = Step(number: number, changes: [])
    for (earlier, change) in confirmed where keeps(change) {
      if let place = done.lastIndex(where: { $0.number == earlier }) {
        done[place].join(change)
      } else if !follows(change, moveIn: earlier) {
        late.number = earlier
        late.join(change)
      }
    }
    if !confirmed.isEmpty {
      for step in done.indices { done[step].changes.removeAll { $0.old == $0.new } }
      done.removeAll { $0.changes.isEmpty }
    }
    late.changes.removeAll { $0.old == $0.new }
    let present = changes.filter(keeps)
    let own = present + late.changes
    let step = move.map { beyond($0, own) } ?? own
    if !isApart { pending.removeAll() }
    if move != nil {
      moved = nil
      for place in done.indices where done[place].movedIn == .present { done[place].movedIn = .step(number) }
      for place in undone.indices where undone[place].movedIn == .present { undone[place].movedIn = .step(number) }
    }
    if !step.isEmpty {
      // The rest of it has been taken back meanwhile: that may come again still.
      let isRest = move == nil && present.isEmpty && undone.contains { $0.number == late.number }
      if !isRest { undone.removeAll() }
      done.append(Step(number: late.number, changes: step))
      if done.count > limit { done.removeFirst(done.count - limit) }
    }
    publish()
  }

  private func keeps(_ change: Change) -> Bool {
    members.contains(ObjectIdentifier(change.cell)) && recorded.counts(change)
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
      let later = Change(cell: change.cell, old: change.new, new: present)
      if recorded.counts(later) { step.append(later) }
    }
    return step
  }

  private func publish() {
    if !pending.isEmpty { return engine.isStepOpen = true }
    let flags: [(cell: LeafCell, value: Value)] = [
      (canUndo, .boolean(!done.isEmpty)), (canRedo, .boolean(!undone.isEmpty)),
    ]
    let changed = flags.filter { $0.cell.stored != $0.value }
    if !changed.isEmpty { engine.announceLater(changed, kind: .write, during: "update of a history") }
  }

  // MARK: Answers to moves

  /// What a source says to a move comes later, and changes what was linked to it then.
  /// - Returns: whether the step was a move.
  private func follows(_ change: Change, moveIn number: Int) -> Bool {
    let undo = undone.filter { $0.movedIn == .step(number) }
    let redo = done.filter { $0.movedIn == .step(number) }
    let before =
      undo.first { $0.change(of: change.cell) != nil }?.change(of: change.cell)?.new
      ?? redo.last { $0.change(of: change.cell) != nil }?.change(of: change.cell)?.old
    if before == change.new { wasRefused(change.cell, in: number) }
    return !undo.isEmpty || !redo.isEmpty
  }

  fileprivate func hasMoved(in number: Int) -> Bool { (done + undone).contains { $0.movedIn == .step(number) } }

  /// The cell has not taken what the move gave it: for that cell it was none.
  fileprivate func wasRefused(_ cell: LeafCell, in number: Int) {
    shift(cell, isUndone: false) { $0.movedIn == .step(number) }
    shift(cell, isUndone: true) { $0.movedIn == .step(number) }
    publish()
  }

  /// The cell has taken it, and with it what earlier moves had given it in vain.
  fileprivate func wasTaken(_ cell: LeafCell, in number: Int) {
    func isMoved(_ step: Step) -> Bool { step.movedIn == .step(number) && step.change(of: cell) != nil }
    if let oldest = undone.last(where: isMoved) { shift(cell, isUndone: true) { $0.number > oldest.number } }
    if let newest = done.last(where: isMoved) { shift(cell, isUndone: false) { $0.number < newest.number } }
    publish()
  }

  /// The cell's changes in steps of one side go to the other, each to its place.
  private func shift(_ cell: LeafCell, isUndone: Bool, where isMeant: (Step) -> Bool) {
    var (from, to) = isUndone ? (done, undone) : (undone, done)
    for place in from.indices where isMeant(from[place]) {
      guard let change = from[place].change(of: cell) else { continue }
      let number = from[place].number
      from[place].changes.removeAll { $0.cell === cell }
      let next = to.firstIndex { isUndone ? $0.number < number : $0.number > number } ?? to.endIndex
      if next > 0, to[next - 1].number == number {
        to[next - 1].changes.append(change)
      } else {
        to.insert(Step(number: number, changes: [change]), at: next)
      }
    }
    from.removeAll { $0.changes.isEmpty }
    (done, undone) = isUndone ? (from, to) : (to, from)
  }

  // MARK: Moves

  /// Takes the last step back.
  /// - Returns: false when there is nothing to undo.
  /// - Throws: `bind.disposed` once its scope has closed.
  @discardableResult
  public func undo() throws -> Bool {
    if let failureOfUse { throw failureOfUse }
    engine.takeStep()
    guard let step = done.last else { return false }
    try move(label: "undo", step.changes.reversed().map { ($0.cell, $0.new, $0.old) }) {
      done.removeLast()
      Self.push(step, onto: &undone)
    }
    return true
  }

  /// Makes the step that was taken back again.
  /// - Returns: false when there is none.
  @discardableResult
  public func redo() throws -> Bool {
    if let failureOfUse { throw failureOfUse }
    engine.takeStep()
    guard let step = undone.last else { return false }
    try move(label: "redo", step.changes.map { ($0.cell, $0.old, $0.new) }) {
      undone.removeLast()
      Self.push(step, onto: &done)
    }
    return true
  }

  /// Parts of one step that went different ways come together again.
  private static func push(_ step: Step, onto steps: inout [Step]) {
    let place = steps.lastIndex { $0.number == step.number } ?? steps.endIndex
    if place == steps.endIndex { steps.append(step) } else { steps[place].changes += step.changes }
    steps[place].movedIn = .present
  }

  /// A move inside a callback is part of its transaction: if that is dropped, the steps stand as they did.
  private func move(
    label: String, _ values: [(cell: LeafCell, from: Value, to: Value)], _ shift: () -> Void
  ) throws {
    try engine.undoing(label) {
      engine.overlayForWriting().add(MovePast(of: self, (done, undone, moved, pending)))
      keepSteps()
      moved = moved ?? [:]
      shift()
      publish()
      let outcome = try engine.checkingTogether { () throws(Failure) in
        for (cell, from, to) in values {
          let value = try engine.move(cell, from: from, to: to, in: recorded)
          moved?[ObjectIdentifier(cell)] = Change(cell: cell, old: value, new: value)
        }
        return .written
      }
      if case .refused(let diagnostic) = outcome { throw Failure.diagnostic(diagnostic) }
    }
  }

  /// The steps before a move, whose writes may be taken back with their wave.
  private final class MovePast: PendingWrite {
    private let takeBack: () -> Void

    init(of history: History, _ before: ([Step], [Step], [ObjectIdentifier: Change]?, [Int])) {
      takeBack = { (history.done, history.undone, history.moved, history.pending) = before }
      super.init(target: history, cause: history.engine.cause)
    }

    override func keepPast(in engine: Engine) { engine.keepPast(takeBack: takeBack) }
  }

  /// What comes now is on its way to the commit. If it is dropped, the steps are as they are now: what was built on it
  /// goes with it.
  private func keepSteps() {
    lastPending += 1
    let (number, before) = (lastPending, (done, undone, moved, pending))
    pending.append(number)
    engine.registered(
      Registration { [weak self] in
        guard let self, pending.contains(number) else { return }
        (done, undone, moved, pending) = before
        publish()
      })
  }

  /// What its use raises once its scope has closed; to have been stopped is no such end.
  package var failureOfUse: Failure? { scope.isClosed ? .disposed("history", scope: scope.name) : nil }

  /// In a callback or transaction that fails the steps stand as they did.
  public func clear() {
    if engine.mode == .deferred { keepSteps() }
    forget()
    publish()
  }

  private func forget() {
    done.removeAll()
    undone.removeAll()
  }

  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    scope.remove(self)
    engine.histories.removeAll { $0 === self }
    for leaf in leaves { leaf.isRecorded = engine.histories.contains { $0.members.contains(ObjectIdentifier(leaf)) } }
    leaves.removeAll()
    members.removeAll()
    recorded.removeAll()
    pending.removeAll()
    forget()
    if engine.mode != .deferred { return publish() }
    try? engine.ending(goesAlong: false) { for flag in [canUndo, canRedo] { try flag.tell(.boolean(false)) } }
  }
}

extension History: ScopeItem {}

// MARK: - The journal

extension Engine {
  /// A recorded cell changes in the present step, or because of what was asked for in an earlier one. Where conditional bindings have something in
  /// it, that is what it holds without them.
  func record(_ cell: LeafCell, old: Value?, new: Value?) {
    if cell.isBound, isDelivered(to: cell) || hasWriter(cell) { return }
    // No step leads back to having no value: the first one is where those of a cell begin.
    guard let old, let new else { return }
    isStepOpen = true
    if let joinedStep {
      if old != new { confirmedChanges.append((joinedStep, History.Change(cell: cell, old: old, new: new))) }
      return
    }
    let key = ObjectIdentifier(cell)
    if let known = journalIndex[key] {
      // What bindings have written between is no part of it.
      journal[known].new = journal[known].new.changed(from: old, to: new)
    } else {
      journalIndex[key] = journal.count
      journal.append(History.Change(cell: cell, old: old, new: new))
    }
  }

  /// What was written to it in the wave was not.
  func recordTakenBack(_ cell: LeafCell, to value: Value?) {
    if let value, let known = journalIndex[ObjectIdentifier(cell)] { journal[known].new = value }
  }

  /// A one-way binding has the cell at present: what it covered was recorded when it was written. What is there without conditional ones goes on.
  private func hasWriter(_ cell: LeafCell) -> Bool {
    claimsAround(cell).contains { $0.writer.map { !$0.isConditional || !cell.hasBase } ?? false }
  }

  private func isDelivered(to cell: LeafCell) -> Bool { oneWayBinding(deliveringTo: cell) != nil }

  /// Whether the cell's last write follows from an undo or redo.
  fileprivate func followsMove(_ cell: Cell) -> Bool {
    causes.chain(from: cell.writtenBy).contains { $0.kind == .undo }
  }

  /// All is quiet, unless this was part of waves that go on: what was recorded is one step.
  @inline(__always)
  func closeStep(after settlement: Settlement) {
    if isStepOpen, settlement != .running, mode == .immediate { closeStep() }
  }

  /// What the present wave has committed is a step by now for a callback of it that goes a step back.
  fileprivate func takeStep() {
    if journal.isEmpty && confirmedChanges.isEmpty { return }
    takeJournal()
  }

  private func takeJournal() {
    let changes = journal.filter { $0.old != $0.new }
    let (confirmed, number) = (confirmedChanges, stepNumber)
    stepNumber += 1
    confirmedChanges.removeAll()
    journal.removeAll()
    journalIndex.removeAll()
    for history in histories { history.take(changes, confirmed: confirmed, as: number, isApart: isApart) }
  }

  @inline(never)
  private func closeStep() {
    isStepOpen = false
    takeJournal()
    if endings.isEmpty { return }
    let endings = endings
    self.endings = []
    for body in endings { body() }
  }

  /// What changes inside follows from what was asked for in that step.
  func joining(_ step: Int?, _ body: () -> Void) {
    let outer = joinedStep
    joinedStep = step
    defer { joinedStep = outer }
    body()
  }

  /// Of what is asked for now: it follows from what was asked for in that step, but not from an undo or redo, which a refusal would take back.
  var stepToJoin: Int {
    guard let joinedStep, !histories.contains(where: { $0.hasMoved(in: joinedStep) }) else { return stepNumber }
    return joinedStep
  }

  /// A recorded source has not taken what was asked for in the joined step.
  func noteRefused(_ cell: LeafCell) {
    guard let joinedStep else { return }
    for history in histories { history.wasRefused(cell, in: joinedStep) }
  }

  /// It has taken what an undo or redo has asked for.
  func noteTaken(_ cell: LeafCell) {
    guard let joinedStep else { return }
    for history in histories { history.wasTaken(cell, in: joinedStep) }
  }

  /// A transaction whose writes have the cause `undo`. Inside one that has a label of its own that is what observers see.
  fileprivate func undoing(_ label: String, _ body: () throws -> Void) throws {
    let around = overlay?.isInTransaction ?? false ? causes.ownLabel(ofTransaction: cause) : nil
    try turn(.undo, label: around ?? label, parent: cause) {
      try writing(as: .undo, body)
    }
  }

  /// The cell gets what leads from the one value to the other one, and so does what it holds without conditional bindings.
  /// - Returns: what it is to hold.
  fileprivate func move(
    _ cell: LeafCell, from: Value, to: Value, in recorded: RecordedPlaces
  ) throws(Failure) -> Value {
    // That it looks is no read of the callback in which it is made.
    let present = (try? unaccounted { () throws(Failure) in try cell.peek() }) ?? from
    guard cell.hasBase else {
      let value = recorded.value(of: cell, over: present, from: from.withoutGaps, to: to.withoutGaps)
      try put(value, into: cell)
      return value
    }
    func moved(_ base: Value) -> Value { recorded.value(of: cell, over: base, from: from, to: to) }
    let isCovered = claimsAround(cell).contains(where: \.isHeldOnCondition)
    // Of a source it goes with the write, if there is one.
    if cell.followsHands || isCovered { overlayForWriting().add(BaseMove(cell, moved, cause: cause)) }
    if isCovered { return present }
    let held = heldOnCondition(in: cell).map(\.target)
    // What the step takes away goes for whoever has something in it.
    let kept = held.filter { $0.standing(in: from) == nil || $0.standing(in: to) != nil }
    let value = recorded.value(
      of: cell, over: present, from: LeafBase.shown(from, over: present, in: cell, besides: held),
      to: LeafBase.shown(to, over: present, in: cell, besides: kept))
    presentMove = moved
    defer { presentMove = nil }
    try put(value, into: cell)
    return value
  }

  private func put(_ value: Value, into cell: LeafCell) throws(Failure) {
    // Of what bindings have written in it only what really changes is written by hand.
    let isChange = cell.isBound && !value.isScalar && cell.keepsWhatIsPut
    let outcome = isChange ? try cell.modify { _ in value } : try cell.write(value)
    if case .refused(let diagnostic) = outcome { throw .diagnostic(diagnostic) }
  }
}

/// What a cell holds without conditional bindings goes a step back or on.
private final class BaseMove: PendingWrite {
  private final class Target {}
  private let cell: LeafCell
  private let moved: (Value) -> Value

  init(_ cell: LeafCell, _ moved: @escaping (Value) -> Value, cause: CauseID) {
    (self.cell, self.moved) = (cell, moved)
    super.init(target: Target(), cause: cause)
  }

  override func apply(in engine: Engine) { engine.base(of: cell)?.edit { [moved] in $0.move(moved) } }
}

extension LeafCell {
  /// What is written is what it holds, unless it is written again: of a source or a state others decide.
  fileprivate var keepsWhatIsPut: Bool {
    if isMirrored || self is SourceCell { return false }
    if case .custom = declaration.equality { return false }
    return true
  }
}
