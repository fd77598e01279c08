import BindGraph

/// The writes and registrations of one running callback or transaction, seen by nobody else until they are committed.
///
/// The committed graph is never touched, so dropping an overlay *is* the rollback: no value, no edge and no cache has
/// to be put back. Paid only by the callback that writes or registers.
package final class Overlay {
  /// The enclosing transaction's overlay; an inner one that raises is dropped alone (savepoint).
  let parent: Overlay?
  /// Held until an observer returns and applied with others' writes: a function write is kept as a function and runs
  /// again on the value of that moment.
  let isHeld: Bool
  /// Of a transaction that is open, not of a callback by itself.
  @exclusivity(unchecked) var isTransaction: Bool

  /// What most have nothing of: made when it is first needed.
  private final class Further {
    var notes: [NotedWrite] = []
    var registrations: [any ScopeItem] = []
    var edits: [PendingEdit] = []
    var initials: [any FirstDelivery] = []
    var makesBindings = false
    var resuming: [Callback] = []
    var beginners: [any Beginning] = []
    var news: [() -> Void] = []
    var cleanups: [() -> Void] = []
    var byHand: [LineByHand] = []
    var linesByHand: [LineByHand.ID: LineByHand] = [:]
  }

  @exclusivity(unchecked) private var further: Further?
  private var furtherToAdd: Further {
    if let further { return further }
    let made = Further()
    further = made
    return made
  }

  /// What was written by what ended meanwhile: that has ended, so this stands even if the overlay is dropped.
  var standing: [NotedWrite] { further?.notes.filter(\.stands) ?? [] }
  var hasRegistrations: Bool { !(further?.registrations.isEmpty ?? true) }
  /// What is shown elsewhere of this, in order.
  var edits: [PendingEdit] { further?.edits ?? [] }
  var initials: [any FirstDelivery] { further?.initials ?? [] }
  /// Some of them settle.
  var makesBindings: Bool { further?.makesBindings ?? false }
  /// What goes on with the commit.
  var resuming: [Callback] { further?.resuming ?? [] }
  /// What goes on with the commit does so as part of its wave.
  func resume() { for callback in resuming where callback.resumesAtCommit { callback.resume() } }

  // No property is in use when another object is called, so run-time checks of exclusive access would find nothing.
  @exclusivity(unchecked) private var order: [PendingWrite] = []
  /// By target, once there are too many to look through.
  @exclusivity(unchecked) private var writes: [ObjectIdentifier: PendingWrite] = [:]
  private static let fewWrites = 8
  /// All that was written since the first function; nil where there is none.
  @exclusivity(unchecked) private(set) var log: HeldLog?
  /// Writes to sources of which not all is worked out for their writer.
  @exclusivity(unchecked) private var unseen = UnseenWrites()
  /// They are being worked out: all that was written before is.
  @exclusivity(unchecked) private(set) var isLooking = false
  /// Live derived nodes that depend on a cell written here; their committed cache does not count for this callback.
  @exclusivity(unchecked) private var overlaid: [NodeID] = []
  /// `Graph.attachments` when all that depends on what is written here was marked.
  @exclusivity(unchecked) private var marksAge: UInt32
  /// What derived cells give for this callback. Invariant: valid only while no write was added since.
  @exclusivity(unchecked) private var speculations: [ObjectIdentifier: Speculation] = [:]
  /// The cell is held: while its value is known nothing else may have its identity.
  private struct Speculation {
    let cell: DerivedCell
    let result: Result<Value?, Failure>
  }

  /// `Engine.births` when it began.
  let births: UInt64
  /// The engine's own: nobody gives it up, and nothing takes it back.
  let stands: Bool

  init(
    parent: Overlay?, isHeld: Bool, isTransaction: Bool = false, stands: Bool = false, births: UInt64, in graph: Graph
  ) {
    self.parent = parent
    self.stands = stands
    self.births = births
    marksAge = parent?.marksAge ?? graph.attachments
    self.isHeld = isHeld
    self.isTransaction = isTransaction
  }

  /// Something was touched here: `PendingWrite.tellTouch`.
  @exclusivity(unchecked) var hasTouches = false

  var outermost: Overlay { parent?.outermost ?? self }

  var isEmpty: Bool { order.isEmpty && further == nil }
  var hasWrites: Bool { !order.isEmpty || (parent?.hasWrites ?? false) }

  /// Something was written besides what is learned of the outside.
  var writesSomething: Bool { order.contains(where: \.writesSomething) || (parent?.writesSomething ?? false) }

  var isInTransaction: Bool { isTransaction || parent?.isInTransaction ?? false }

  func write(to target: AnyObject) -> PendingWrite? { ownWrite(to: target) ?? parent?.write(to: target) }

  func ownWrite(to target: AnyObject) -> PendingWrite? {
    if order.count <= Self.fewWrites { return order.first { $0.target === target } }
    return writes[ObjectIdentifier(target)]
  }

  func add(_ write: PendingWrite) {
    order.append(write)
    if order.count > Self.fewWrites {
      if writes.isEmpty { for earlier in order { writes[ObjectIdentifier(earlier.target)] = earlier } }
      writes[ObjectIdentifier(write.target)] = write
    }
    if write.isShared { hasShared = true }
    forgetSpeculations()
  }

  /// What is written here to the target: `begin` makes it, over what the enclosing transactions have written.
  @inline(__always)
  func ownWrite<Write: PendingWrite>(to target: AnyObject, in graph: Graph, begin: (_ outer: Write?) -> Write) -> Write
  {
    if let own = ownWrite(to: target) as? Write { return own }
    let write = begin(parent?.write(to: target) as? Write)
    add(write)
    mark(write, in: graph)
    return write
  }

  func speculation(of cell: DerivedCell) -> Result<Value?, Failure>? { speculations[ObjectIdentifier(cell)]?.result }

  func keep(_ result: Result<Value?, Failure>, of cell: DerivedCell) {
    speculations[ObjectIdentifier(cell)] = Speculation(cell: cell, result: result)
  }

  func forgetSpeculations() { if !speculations.isEmpty { speculations.removeAll() } }

  func invalidateSpeculations() {
    forgetSpeculations()
    parent?.invalidateSpeculations()
  }

  // MARK: Functions

  func cellWrite(to cell: LeafCell) -> CellWrite? { ownWrite(to: cell) as? CellWrite }

  /// What the cell holds for whoever writes here.
  func value(of cell: LeafCell) throws(Failure) -> Value? {
    if let write = write(to: cell) as? CellWrite { return try write.value() }
    return cell.stored
  }

  /// A function was written, which works on what was written before it.
  func append(_ operation: HeldOperation, isPerformed: Bool = false) {
    beginLog().append(operation, isPerformed: isPerformed)
  }

  @discardableResult
  private func beginLog() -> HeldLog {
    if let log { return log }
    let made = HeldLog()
    log = made
    for write in order { write.beginLog() }
    return made
  }

  /// What functions give is seen from now on.
  func bringUpToDate(in engine: Engine) {
    parent?.bringUpToDate(in: engine)
    log?.perform(in: self, engine)
    if unseen.isEmpty { return }
    let wasLooking = isLooking
    isLooking = true
    defer { isLooking = wasLooking }
    engine.performing(self) { while let write = unseen.next() { write.bringUpToDate() } }
  }

  /// Before anybody looks at what follows from it.
  func lookLater(at write: SourceWrite) { unseen.add(write) }

  func register(_ item: any ScopeItem) { furtherToAdd.registrations.append(item) }

  /// - Parameter graph: given by a binding.
  func deliverAtCommit(_ observer: any FirstDelivery, settlingIn graph: Graph? = nil) {
    if let graph { noteBinding(in: graph) }
    furtherToAdd.initials.append(observer)
  }

  /// A binding is made here: what was made before it begins with it, so that this too sees what has settled.
  private func noteBinding(in graph: Graph) {
    let further = furtherToAdd
    if further.makesBindings { return }
    further.makesBindings = true
    further.initials += further.registrations.compactMap { item in
      guard let made = item as? any FirstDelivery, graph.putOffInitial(made.node) else { return nil }
      return made
    }
  }

  func resumeAtCommit(_ callback: Callback) { furtherToAdd.resuming.append(callback) }
  /// It has seen a pending value in place of a first delivery.
  func beginAtCommit(_ observer: any Beginning) { furtherToAdd.beginners.append(observer) }
  /// To be told when the callback has come to its end.
  func tellWhenHeld(_ news: @escaping () -> Void) { furtherToAdd.news.append(news) }
  func tellHeld() { if let further { for news in further.news { news() } } }
  /// To be done where that is dropped whose maker has ended well.
  func cleanUpIfDropped(_ cleanup: @escaping () -> Void) { furtherToAdd.cleanups.append(cleanup) }
  func note(_ edit: PendingEdit) { furtherToAdd.edits.append(edit) }
  func note(_ write: NotedWrite) { furtherToAdd.notes.append(write) }

  /// A line that writes by hand is warned of if this is committed, once.
  func tellAtCommit(of line: LineByHand) {
    let further = furtherToAdd
    if further.linesByHand.updateValue(line, forKey: line.id) !== line { further.byHand.append(line) }
  }

  /// Who had the target ends now, although its condition holds.
  func noteEnd(of claims: TargetClaims) {
    parent?.noteEnd(of: claims)
    if let further { for line in further.byHand { line.noteEnd(of: claims) } }
  }

  /// What was written by hand here after who had the target has let go.
  func placesWritten(afterEndOf claims: TargetClaims) -> [Cell] {
    (parent?.placesWritten(afterEndOf: claims) ?? [])
      + (further?.byHand ?? []).flatMap { $0.placesWritten(afterEndOf: claims) }
  }

  func lineByHand(_ id: LineByHand.ID) -> LineByHand? { further?.linesByHand[id] }

  /// What has noted them has come to its end.
  func letNotesStand() {
    guard let further else { return }
    for index in further.notes.indices { further.notes[index].stands = true }
  }

  // MARK: Who sees what is written

  func mark(_ write: PendingWrite, in graph: Graph) {
    write.forEachNode { node in if node != .none { graph.markOverlaid(from: node, into: &overlaid) } }
  }

  /// What depends on a write, or has come to depend on it since it was made.
  func bringMarksUpToDate(in graph: Graph) {
    guard marksAge != graph.attachments else { return }
    clearMarks(in: graph)
    markAll(in: graph)
  }

  private func clearMarks(in graph: Graph) {
    parent?.clearMarks(in: graph)
    unmark(in: graph)
  }

  private func markAll(in graph: Graph) {
    parent?.markAll(in: graph)
    for write in order { mark(write, in: graph) }
    marksAge = graph.attachments
  }

  func unmark(in graph: Graph) {
    graph.clearOverlaid(overlaid)
    overlaid.removeAll()
  }

  // MARK: The end

  /// Ends what was registered, newest first; then comes what that wanted to be cleaned up. The writes were never anywhere else.
  func endRegistered(in graph: Graph) {
    unmark(in: graph)
    endItems()
    if let further { for cleanup in further.cleanups.reversed() { cleanup() } }
  }

  /// Again is once.
  func endItems() {
    guard let further else { return }
    for item in further.registrations.reversed() where !(item is Registration) { item.stop() }
  }

  /// Then takes back what is in no scope's list: a scope that was made here has by now cleaned up after itself.
  func takeBackRegistered() {
    guard let further else { return }
    for item in further.registrations.reversed() where item is Registration { item.stop() }
  }

  /// An inner transaction that ended well becomes part of the outer one.
  func merge(into outer: Overlay, in graph: Graph) {
    if log != nil { outer.beginLog() }
    if let outerLog = outer.log {
      let log = beginLog()
      let isPerformed = outerLog.isPerformed && log.isPerformed
      for write in order {
        if let beginning = write.beginning { outerLog.append(beginning, isPerformed: isPerformed) }
        write.joinLog(isPerformed: isPerformed)
      }
      outerLog.append(log, isPerformed: isPerformed)
    }
    for write in order {
      if let earlier = outer.ownWrite(to: write.target) {
        earlier.absorb(write)
      } else {
        outer.add(write)
      }
    }
    while let write = unseen.next() {
      if let write = outer.ownWrite(to: write.target) as? SourceWrite { outer.lookLater(at: write) }
    }
    if let further {
      let outer = outer.furtherToAdd
      outer.registrations += further.registrations
      outer.edits += further.edits
      outer.notes += further.notes
      outer.initials += further.initials
      outer.resuming += further.resuming
      outer.beginners += further.beginners
      outer.news += further.news
      outer.cleanups += further.cleanups
      outer.byHand += further.byHand
    }
    if makesBindings { outer.noteBinding(in: graph) }
    if hasTouches { outer.hasTouches = true }
    outer.overlaid += overlaid
    outer.forgetSpeculations()
  }

  /// The writes to states: they are committed before any cell is.
  private var sharedWrites: [StateWrite] { hasShared ? order.compactMap { $0 as? StateWrite } : [] }
  @exclusivity(unchecked) private var hasShared = false
  @exclusivity(unchecked) private var isSharedCommitted = false

  /// Commits what is written to states where their truth is, all of it or nothing.
  func commitShared() throws(Failure) {
    guard hasShared, !isSharedCommitted else { return }
    isSharedCommitted = true
    do throws(StateRefusal) { try StateWrite.commit(sharedWrites) } catch { throw error.failure }
  }

  /// Asks what can fail before anything is stored: the equality functions of scripts. Only for what is no held overlay.
  func prepare() throws(Failure) {
    for write in order where write.asksScript { try write.prepare() }
  }

  /// Asks what functions make of what their writer sees, so that a transaction of a callback raises where it stands.
  func check(in engine: Engine) throws(Failure) {
    if let log {
      bringUpToDate(in: engine)
      if let failure = log.failure { throw failure }
    }
    for write in order { try write.check() }
  }

  /// Stores every write, marks what depends on it, and runs nothing. Where a held function fails, all of it is dropped as
  /// if the callback had raised, and that is reported; outside held overlays nothing can fail here.
  /// - Parameter scope: hears of what fails.
  /// - Returns: why all of it was dropped.
  @discardableResult
  func apply(in engine: Engine, reportingTo scope: Scope) -> Failure? {
    let returns = engine.presentReturns
    defer { if let returns { engine.lookBack(at: returns, after: self) } }
    if isHeld, let (failure, write) = failureOfPerforming(in: engine) {
      engine.drop(self)
      write.report(failure, to: scope)
      return failure
    }
    if isHeld { engine.heldCommits &+= 1 }
    unmark(in: engine.graph)
    do { try commitShared() } catch {
      engine.drop(self)
      scope.reportAfterWave(Report(error, during: "held write"))
      return error
    }
    let hasBindings = engine.graph.settlerCount != 0
    if hasBindings, let further { for line in further.byHand { line.beginCommit(of: self) } }
    let keepsPast = hasBindings && !stands
    if keepsPast { for write in order { write.keepPast(in: engine) } }
    engine.isAmongBindings = keepsPast
    defer { engine.isAmongBindings = false }
    let bases = hasBindings ? engine.followHands(further?.byHand ?? []) : []
    defer { for base in bases { base.isTold = false } }
    for write in order {
      if let returns {
        returns.counting(write) { apply(write, in: engine, reportingTo: scope) }
      } else {
        apply(write, in: engine, reportingTo: scope)
      }
    }
    if hasTouches { for write in order { write.tellTouch(in: engine) } }
    if hasShared { StateWrite.announce(sharedWrites) }
    if hasBindings, stands { for write in order { engine.letStand(write.target) } }
    guard let further else { return nil }
    for line in further.byHand where line.hasChanged { engine.graph.hold(HeldWarning(line)) }
    for observer in further.beginners {
      observer.beginHere()
      if keepsPast { engine.keepBeginning(of: observer) }
    }
    return nil
  }

  private func apply(_ write: PendingWrite, in engine: Engine, reportingTo scope: Scope) {
    do { try write.apply(in: engine) } catch { write.report(error, to: scope) }
  }

  /// All of it or nothing, like a transaction: works out what functions give on the values of the moment, and asks what
  /// counts as equal. They see what else is written here.
  /// - Returns: the failure, if there was one, and the write that has failed.
  private func failureOfPerforming(in engine: Engine) -> (failure: Failure, write: PendingWrite)? {
    if let log {
      invalidateSpeculations()
      // What others have marked before, and have given up, depends on this too.
      clearMarks(in: engine.graph)
      markAll(in: engine.graph)
      for write in order { write.startOver() }
      if let (operation, failure) = log.performAnew(in: self, engine) {
        guard let write = ownWrite(to: operation.target) else { preconditionFailure("an operation without its write") }
        return (failure, write)
      }
    }
    for write in order where write.asksScript {
      do throws(Failure) { try write.prepare() } catch { return (error, write) }
    }
    return nil
  }

  var writtenTargets: [PendingWrite] { order }
  var hasBeginners: Bool { !(further?.beginners.isEmpty ?? true) }
}

/// A callback whose first delivery may have to wait for a commit.
protocol FirstDelivery: Reaction {
  var awaitsFirstDelivery: Bool { get }
}

/// What begins with a commit, and counts what is committed then as delivered.
protocol Beginning: AnyObject {
  /// The commit has come that it was to begin with; its wave has not.
  func beginHere()
  /// What was committed then has been taken back: it begins with what stands.
  func beginAgain()
}
