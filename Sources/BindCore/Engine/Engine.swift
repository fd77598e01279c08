package import BindGraph
import CBindValue
import Glibc

/// Whether a write commits, waits in an overlay, or is refused.
package enum WriteMode: UInt8 {
  /// Outside any callback: a write is a wave of its own.
  case immediate
  /// Inside a transaction, handler or observer: a write waits in the overlay.
  case deferred
  /// Inside a cell-to-cell binding that settles: a write is stored and marked in the present wave, before any observer.
  case settling
  /// Inside a derived function, transform, converter or validator: a write is refused.
  case pure
}

/// The owner of one graph and of everything around it: pending writes, causes, scopes, reports.
///
/// Isolation: belongs to the thread that made it; use from another is a precondition failure.
public final class Engine {
  package let graph = Graph()

  /// Read by C on every `get`: 0 means that a scalar slot may be copied as it stands.
  @exclusivity(unchecked) package private(set) var watching: UnsafeMutablePointer<UInt32>
  private let ownWatching: UnsafeMutablePointer<UInt32>

  // `unchecked`: a change of these ends before anything runs that could reach them again, and the check at run time costs
  // more than the rest of an update.
  @exclusivity(unchecked) package internal(set) var mode: WriteMode = .immediate
  @exclusivity(unchecked) package internal(set) var overlay: Overlay?
  /// Why the running callback runs; what it writes has this as its parent.
  @exclusivity(unchecked) package var cause: CauseID = .none
  @exclusivity(unchecked) package var causes = CauseLog()
  /// Who knows where the running script stands; asked only when a cause is recorded. Whoever sets it keeps it alive.
  @exclusivity(unchecked) package var siteSource: Unmanaged<SiteSource>?
  /// The newest write of a callback that has ended or of a binding: what goes round ends there.
  @exclusivity(unchecked) package var lastLoopCause: CauseID = .none

  package private(set) var root: Scope!
  /// Where what is made now belongs.
  @exclusivity(unchecked) package var scope: Scope!
  /// What is to be shown nowhere.
  package let secrets = SecretWords()
  /// The lock under which states are written now, besides what the scope says.
  var fence: StoreFence?
  /// The default is to drop nothing silently: a host replaces it.
  /// Notes what happens, where somebody wants to know.
  package var trace: Trace?

  package var onReport: (Report) -> Void = { report in
    let line = Array("bindhost: \(report.during): \(report.failure)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Where other threads put what they have for this engine.
  package let mailbox = Mailbox()
  /// Where states that others write tell of it.
  lazy var stateLink = StateLink(self)

  /// The functions of a held overlay are applied: `folding(_:_:)`.
  @exclusivity(unchecked) private(set) var isFolding = false
  /// The pending write whose functions are applied; a number that none has where there is none.
  @exclusivity(unchecked) var foldedWrite = UInt64.max
  @exclusivity(unchecked) var lastWriteNumber: UInt64 = 0

  /// The derived cell whose evaluation must come first, when a read was suspended inside a speculation.
  @exclusivity(unchecked) var demanded: DerivedCell?
  /// The derived cells that a speculation works out right now, each demanded by the one before.
  @exclusivity(unchecked) var speculating: [DerivedCell] = []
  /// What observers wrote in the present wave, by target, in their order.
  var heldTargets: [ObjectIdentifier: [HeldTarget]] = [:]
  var readsOfCallback = ReadLog()
  var heldWave: UInt32 = 0

  /// The bindings and links by target.
  var claims: [ObjectIdentifier: TargetClaims] = [:]
  /// How many there have been.
  var claimCount = 0
  /// What was asked for in a callback begins: what is told meanwhile is stored and marked, and whoever applies runs it.
  @exclusivity(unchecked) var isApplying = false
  /// A scope, binding or effect ends.
  @exclusivity(unchecked) var isEnding = false
  /// The binding whose write is under way: it is none by hand.
  @exclusivity(unchecked) var deliveringBinding: Unmanaged<Binding>?

  /// Inputs of derived cells that have ended.
  @exclusivity(unchecked) var released: [[Cell]] = []
  var isReleasing = false
  /// What Swift's Observation sees of bindables, by bindable.
  var observedValues: [ObjectIdentifier: AnyObject] = [:]
  /// Bindings of Swift objects, by object.
  var viewBindings: [ObjectIdentifier: [ViewBinding]] = [:]
  /// What tells the elements of lists apart, by list and field.
  var listKeys: [ObjectIdentifier: [ByteString: WeakListKeys]] = [:]
  /// The lists whose elements somebody follows by key, by what holds them.
  var followedLists: [ObjectIdentifier: [WeakListKeys]] = [:]
  /// What has run and ended, by line.
  var pastRuns: [Site: RunCount] = [:]
  /// The kind that a write's cause has.
  @exclusivity(unchecked) var writeKind: CauseKind = .write
  /// What recorded cells went through since all was quiet, for `histories`.
  @exclusivity(unchecked) var journal: [History.Change] = []
  var journalIndex: [ObjectIdentifier: Int] = [:]
  /// What follows from what sources have answered since, and which step had asked for it.
  var confirmedChanges: [(step: Int, change: History.Change)] = []
  /// Of the step that comes next.
  var stepNumber = 0
  /// What changes now follows from what was asked for in this earlier step.
  @exclusivity(unchecked) var joinedStep: Int?
  /// A transaction is open, of which what runs now is no part.
  @exclusivity(unchecked) var isApart = false
  /// Something was recorded or asked for, or a history moves: the present step has to be closed.
  @exclusivity(unchecked) var isStepOpen = false
  var histories: [History] = []
  /// A settling link has written a cell again in this wave: a cell may be marked and yet hold what it held before.
  @exclusivity(unchecked) package internal(set) var hasRewritten = false

  private let owner = pthread_self()

  public init() {
    ownWatching = .allocate(capacity: 1)
    ownWatching.initialize(to: 0)
    watching = ownWatching
    root = Scope(name: "root", in: nil, engine: self)
    scope = root
  }

  deinit {
    mailbox.close()
    causes.deallocate()
    ownWatching.deallocate()
  }

  /// Uses an interpreter's word from now on, or its own again.
  package func adopt(watching word: UnsafeMutablePointer<UInt32>?) {
    let next = word ?? ownWatching
    next.pointee = watching.pointee
    watching = next
  }

  /// Nodes of the graph that are alive: cells, bindables and observers that something looks at.
  public var nodeCount: Int { graph.nodeCount }

  /// Observers, bindings and effects that are alive.
  public var observerCount: Int { graph.observerCount }

  /// Errors in a row after which an observer is suspended.
  public var errorLimit = Callback.errorLimit

  /// Observers, bindings and effects that may be alive before a script's next one is refused.
  public var observerLimit = 100_000

  /// Timers and sleeping tasks that may be pending before a script's next one is refused.
  public var timerLimit = 10_000

  /// Waves that one outermost write may cause before it is stopped as a cycle.
  public var waveLimit: Int {
    get { graph.waveLimit }
    set { graph.waveLimit = newValue }
  }

  /// Loads and writes that have begun and not ended.
  package internal(set) var underWay = 0

  /// Loadables that failed while nobody looked; nil: nobody wants to know.
  package var unreadFailures: [(loadable: Loadable, failure: Failure)]?

  /// What has run and ended is told no more: what comes now begins anew. Nothing is under way.
  package func forgetPast() {
    pastRuns = [:]
    histories = []
    journal = []
    confirmedChanges = []
    journalIndex = [:]
    isStepOpen = false
    unreadFailures = nil
  }

  /// Lets another thread run: for a poster that waits for room.
  static func giveWay() { sched_yield() }

  /// Tells the running thread from others.
  static var runningThread: UInt { UInt(pthread_self()) }

  package func checkThread() {
    precondition(pthread_equal(owner, pthread_self()) != 0, "bindhost: used from a thread that does not own it")
  }
}

/// Bits of `Engine.watching`.
package enum Watch {
  /// A tracked evaluation runs: reads become edges.
  package static let tracking: UInt32 = 1
  /// The running callback has pending writes: it reads its own.
  package static let overlay: UInt32 = 2
  /// Some callback of this wave has written: reads are logged to find lost updates.
  package static let heldWrites: UInt32 = 4
}

// MARK: - Transactions

extension Engine {
  /// All of the body's writes become one wave, or none if it throws; the error goes on to the caller.
  ///
  /// An inner transaction joins the outer one; if it throws and the outer catches, only the inner's writes are dropped.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try unit(isTransaction: true, body)
  }

  /// Writes of a part of a callback that stand or fall together; what is registered inside is the callback's.
  func part<Result>(_ body: () throws -> Result) throws -> Result { try unit(isTransaction: false, body) }

  private func unit<Result>(isTransaction: Bool, _ body: () throws -> Result) throws -> Result {
    guard mode != .pure else { throw Failure.transactionInPureFunction }
    let outer = overlay
    let outerMode = mode
    let inner = Overlay(
      parent: outer, isHeld: outer?.isHeld ?? graph.isDelivering, isTransaction: isTransaction, in: graph)
    overlay = inner
    mode = .deferred
    let result: Result
    do {
      result = try body()
      if inner.isHeld { try inner.check() }
    } catch {
      leave(to: outer, outerMode)
      outer?.invalidateSpeculations()
      drop(inner)
      throw error
    }
    leave(to: outer, outerMode)
    if let outer {
      inner.merge(into: outer)
      if outer.hasWrites { watching.pointee |= Watch.overlay }
    } else if outerMode == .deferred {
      inner.isTransaction = false
      overlay = inner
      if inner.hasWrites { watching.pointee |= Watch.overlay }
    } else {
      try commit(inner)
    }
    return result
  }

  /// A function runs whose reads become its dependencies.
  package var isTracking: Bool { watching.pointee & Watch.tracking != 0 }

  /// The same with words for whoever observes what is written inside: `runningLabel` and `runningMetadata` give them.
  public func transaction<Result>(
    label: String?, metadata: Record = Record(), _ body: () throws -> Result
  ) throws -> Result {
    let event = causes.record(
      .write, parent: cause, label: label.map { causes.intern($0) } ?? 0, via: causes.intern("transaction"))
    causes.attach(.record(metadata), to: event)
    return try caused(by: event) { try transaction(body) }
  }

  /// The label of the transaction whose change the running observer is told; nil where it had none.
  public var runningLabel: String? {
    let label = causes.label(of: cause)
    return label == 0 ? nil : causes.name(label)
  }

  /// What that transaction was given besides; nil where it was given nothing.
  public var runningMetadata: Record? {
    if case .record(let record)? = causes.metadata(of: cause) { record } else { nil }
  }

  /// Nothing of it counts, nor what is written because that ends which was made in it. What was written because something
  /// older has ended is written anew: that has ended.
  private func drop(_ dropped: Overlay) {
    let (outer, outerMode, wasEnding) = (overlay, mode, isEnding)
    let unheard = Overlay(parent: outer, isHeld: false, in: graph)
    overlay = unheard
    mode = .deferred
    isEnding = false
    dropped.rollback(in: graph)
    unheard.unmark(in: graph)
    leave(to: outer, outerMode)
    isEnding = wasEnding
    if dropped.standing.isEmpty { return }
    if outerMode == .deferred, outer != nil || !graph.isFlushing {
      redo(dropped.standing)
    } else if graph.isFlushing {
      _ = runCallback(cause: cause) { redo(dropped.standing) }
    } else {
      do { try transaction { redo(dropped.standing) } } catch { scope.report(Report(error, during: "cleanup")) }
    }
  }

  private func redo(_ writes: [() throws -> Void]) {
    ending {
      for write in writes {
        do { try write() } catch { scope.report(Report(error, during: "cleanup")) }
      }
    }
  }

  /// Something ends inside; what it writes stands even if the running callback or transaction fails.
  func ending<Result>(_ body: () -> Result) -> Result {
    let outer = isEnding
    isEnding = true
    defer { isEnding = outer }
    return body()
  }

  /// A write of what ends has been made, and this makes it anew.
  func note(_ write: @escaping () throws -> Void) { overlay?.stand(write) }

  private func leave(to outer: Overlay?, _ outerMode: WriteMode) {
    overlay = outer
    mode = outerMode
    if outer?.hasWrites ?? false {
      watching.pointee |= Watch.overlay
    } else {
      watching.pointee &= ~Watch.overlay
    }
  }

  /// One entry from the host into a script or a handler: a transaction with a cause of its own.
  /// - Parameters:
  ///   - run: of a job, counted from 1.
  ///   - parent: the event that asked for it, if one did.
  package func turn<Result>(
    _ kind: CauseKind, label: String, run: Int = 0, parent: CauseID = .none, _ body: () throws -> Result
  ) throws -> Result {
    let event = causes.record(kind, parent: parent, label: causes.intern(label), run: UInt32(clamping: run))
    return try caused(by: event) { try turnOfItsOwn(body) }
  }

  /// A transaction that no line of a script waits for: where its writes go round, one of their lines is told.
  package func turnOfItsOwn<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try transaction(body) } catch let failure as Failure where failure.isCycle {
      throw located(failure, by: lastLoopCause)
    }
  }

  /// What is written and started inside has the event as its cause.
  package func caused<Result>(by event: CauseID, _ body: () throws -> Result) rethrows -> Result {
    let outer = cause
    cause = event
    defer { cause = outer }
    return try body()
  }

  private func commit(_ overlay: Overlay) throws {
    do {
      try overlay.prepare()
      try overlay.commitShared()
    } catch {
      drop(overlay)
      throw error
    }
    if mode == .settling {
      // A record that a binding writes: some of it may come back to what observers know. Whoever settles runs the rest.
      noteRewrite()
      return overlay.apply(in: self, reportingTo: scope)
    }
    overlay.apply(in: self, reportingTo: scope)
    let settlement = graph.flush()
    var isOverrun = settlement == .overrun
    if !isOverrun {
      for observer in overlay.initials where observer.awaitsFirstDelivery {
        if case .overrun = graph.deliverInitially(observer.node) { isOverrun = true }
      }
      for callback in overlay.resuming where callback.resumesAtCommit { callback.resume() }
    }
    closeStep(after: settlement)
    if isOverrun { throw overrun() }
  }

  /// Runs waves until all is quiet.
  package func settle() throws(Failure) {
    let settlement = graph.flush()
    closeStep(after: settlement)
    if case .overrun = settlement { throw overrun() }
  }

  /// The same, with what went wrong as the answer.
  func failureOfSettling() -> Failure? {
    do { try settle() } catch { return error }
    return nil
  }

  /// The overlay that a write or registration of the running callback goes to, made when first needed.
  package func overlayForWriting() -> Overlay {
    if let overlay { return overlay }
    let made = Overlay(parent: nil, isHeld: true, in: graph)
    overlay = made
    return made
  }

  package func noteWrite(in overlay: Overlay) {
    watching.pointee |= Watch.overlay
    overlay.invalidateSpeculations()
  }

  /// A scope got a new item: if the present callback fails, the item must go again.
  package func registered(_ item: any ScopeItem) {
    if mode == .deferred { overlayForWriting().register(item) }
  }

  /// Where the running script stands, as a new cause.
  package func recordWrite(to target: String, kind: CauseKind = .write) -> CauseID {
    causes.record(kind, parent: cause, target: causes.intern(target), at: site())
  }
}

// MARK: - Callbacks

extension Engine {
  /// Runs an observer's callback: its writes are held until it has returned, and dropped if it throws.
  @inline(__always)
  func runCallback(
    cause: CauseID, as callbackMode: WriteMode = .deferred, _ body: () throws(Failure) -> Void
  ) -> Failure? {
    let outerMode = mode
    let outerCause = self.cause
    assert(overlay == nil, "a callback runs inside a transaction, and would take its writes")
    mode = callbackMode
    self.cause = cause
    var failure: Failure?
    do { try body() } catch { failure = error }
    if overlay != nil { finishCallback(failed: failure != nil) }
    mode = outerMode
    self.cause = outerCause
    return failure
  }

  @inline(never)
  private func finishCallback(failed: Bool) {
    guard let finished = overlay else { return }
    overlay = nil
    watching.pointee &= ~Watch.overlay
    if failed {
      drop(finished)
    } else if !finished.isEmpty {
      noteHeld(finished)
      graph.hold(HeldOverlay(finished, in: scope))
    }
    readsOfCallback.clear()
  }

  /// Reads inside see no pending writes.
  func committed<Result, Problem>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    let hidden = overlay
    overlay = nil
    watching.pointee &= ~Watch.overlay
    defer {
      overlay = hidden
      watching.pointee |= Watch.overlay
    }
    return try body()
  }

  /// The functions of a held overlay are applied inside: they see what else is written there.
  func folding(_ overlay: Overlay, _ body: () throws(Failure) -> Void) throws(Failure) {
    let (outer, outerWatching) = (self.overlay, watching.pointee)
    self.overlay = overlay
    isFolding = true
    watching.pointee |= Watch.overlay
    defer {
      self.overlay = outer
      isFolding = false
      watching.pointee = outerWatching
    }
    try body()
  }

  /// Runs a derived function, transform, converter or validator: writes are refused, pending writes are not seen.
  package func runPure<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outerMode = mode
    mode = .pure
    defer { mode = outerMode }
    return try body()
  }
}

// MARK: - The current engine

extension Engine {
  /// The calling thread's engine, made on first use. Two hosts in one process live on two threads.
  public static var current: Engine {
    if let raw = pthread_getspecific(CurrentEngine.key) {
      return Unmanaged<Engine>.fromOpaque(raw).takeUnretainedValue()
    }
    let engine = Engine()
    engine.becomeCurrent()
    return engine
  }

  /// Makes this the calling thread's engine.
  package func becomeCurrent() {
    if let raw = pthread_getspecific(CurrentEngine.key) { Unmanaged<Engine>.fromOpaque(raw).release() }
    pthread_setspecific(CurrentEngine.key, Unmanaged.passRetained(self).toOpaque())
  }
}

private enum CurrentEngine {
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in
      if let raw { Unmanaged<Engine>.fromOpaque(raw).release() }
    }
    return key
  }()
}
