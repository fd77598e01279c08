package import BindGraph
import CBindValue

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

/// The owner of one graph and of everything around it: pending writes, causes, scopes, reports. `Engine.current` is that of the
/// thread.
///
/// Isolation: belongs to the thread that made it. A write, an observation, a binding or a transaction from another thread is a
/// precondition failure, in every build; a read is one in debug builds. An `async` function may go on on another thread after each
/// `await`: what it does with bindables belongs to an actor or executor of one thread. The main actor is one while a host's loop
/// holds the main thread; after `dispatchMain()`, and so in a program with an `async` main, Linux runs it on changing threads.
public final class Engine {
  package let graph = Graph()

  /// Read by C on every `get`: 0 means that a scalar slot may be copied as it stands.
  package let watching: UnsafeMutablePointer<UInt32>
  /// What all interpreters of this engine read: `watching` is its first word.
  private let common: UnsafeMutablePointer<bh_common>
  package var commonWords: UnsafeMutableRawPointer { UnsafeMutableRawPointer(common) }

  // `unchecked`: a change of these ends before anything runs that could reach them again, and the check at run time costs
  // more than the rest of an update.
  @exclusivity(unchecked) package internal(set) var mode: WriteMode = .immediate
  @exclusivity(unchecked) package internal(set) var overlay: Overlay?
  /// Why the running callback runs; what it writes has this as its parent.
  @exclusivity(unchecked) package var cause: CauseID = .none
  @exclusivity(unchecked) package var causes = CauseLog()
  /// The line of Swift that writes now, and the file that was named last.
  @exclusivity(unchecked) var swiftPlace = Site.none
  @exclusivity(unchecked) var swiftFile: (text: UnsafePointer<UInt8>?, number: UInt32) = (nil, 0)
  /// What runs scripts, asked where they stand only when a cause is recorded. It is one of `runtimes`, or asks them all.
  @exclusivity(unchecked) var runtime: Unmanaged<ScriptRuntime>?
  let runtimes = ScriptRuntimes()
  /// The newest write of a callback that has ended or of a binding: what goes round ends there.
  @exclusivity(unchecked) package var lastLoopCause: CauseID = .none
  /// The binding that delivers takes what was asked for at its target.
  @exclusivity(unchecked) final var takesInput = false

  @exclusivity(unchecked) package private(set) var root: Scope!
  /// Where what is made now belongs.
  @exclusivity(unchecked) package var scope: Scope!
  /// What is to be shown nowhere.
  package let secrets = SecretWords()
  /// Fields are written together, and those of them whose checks wait for the end of that.
  @exclusivity(unchecked) var writesTogether = false
  @exclusivity(unchecked) var collected: JointCheck?
  /// A whole record is written as it was read, but for what a function has made of it.
  @exclusivity(unchecked) var writesBack = false
  /// What the running function makes of a value is no matter of what that was.
  @exclusivity(unchecked) var isGiving = false
  @exclusivity(unchecked) var handWriteCount = 0
  /// A target gets what is there without what has ended.
  @exclusivity(unchecked) var handingOver: HandingOver?
  /// A history writes what a step back or on leads to.
  @exclusivity(unchecked) var presentMove: ((Value) -> Value)?
  /// The lock under which states are written now, besides what the scope says.
  @exclusivity(unchecked) var fence: StoreFence?
  /// Notes what happens, where somebody wants to know.
  @exclusivity(unchecked) package var trace: Trace?

  /// The default is to drop nothing silently. While somebody listens, it is not called.
  package var onReport: (Report) -> Void = { printReport($0) }
  /// Who listens to reports, the one who is told last.
  var reportListeners: [EngineListener] = []
  /// The hosts that are open, and the limits that held before the first.
  var occupants: [EngineOccupant] = []
  var ownLimits = EngineLimits()
  /// Something has arrived while nothing may be taken, and whoever wakes the owner has been told of it once.
  @exclusivity(unchecked) var hasLeftArrivals = false

  /// Where other threads put what they have for this engine.
  package let mailbox = Mailbox()
  /// Where states that others write tell of it.
  lazy var stateLink = StateLink(self)

  /// What could not be computed, and who has heard of that.
  @exclusivity(unchecked) var failuresTold = FailuresTold()
  /// Some value that comes later or less often was made.
  @exclusivity(unchecked) var hasTimedCells = false
  /// Something was read while reads were looked for: `noticingReads`.
  @exclusivity(unchecked) var hasNoticedRead = false
  /// Which cells; nil where nobody asks.
  @exclusivity(unchecked) private var cellsRead: [Cell]?

  /// The derived cell whose evaluation must come first, when a read was suspended inside a speculation.
  @exclusivity(unchecked) var demanded: DerivedCell?
  /// The derived cells that a speculation works out right now, each demanded by the one before.
  @exclusivity(unchecked) var speculating: [DerivedCell] = []
  /// What they read then is an input of whoever asks.
  @exclusivity(unchecked) var followsSpeculations = false
  /// What observers wrote in the present wave, by target, in their order.
  var heldTargets: [ObjectIdentifier: [HeldTarget]] = [:]
  var readsOfCallback = ReadLog()
  @exclusivity(unchecked) var heldWave: UInt32 = 0
  /// What several callbacks of the newest such wave have written, which may come back to what it was.
  @exclusivity(unchecked) var heldReturns: HeldReturns?
  /// What no edit is on its way to, in that wave: for `LinkBeginning`.
  @exclusivity(unchecked) var cellsAtRest: (wave: UInt32, cells: Set<ObjectIdentifier>) = (0, [])
  /// Whose callback has written last what is not applied yet.
  @exclusivity(unchecked) var lastHolder = NodeID.none
  /// What some cell holds is no scalar, as far as was seen.
  @exclusivity(unchecked) package var hasContainers = false
  /// Some callback has failed before.
  @exclusivity(unchecked) var hasTroubles = false

  /// The bindings and links by target.
  var claims: [ObjectIdentifier: TargetClaims] = [:]
  /// Those whose targets are places in a leaf, by the leaf and by the target.
  var claimsOnPlaces: [ObjectIdentifier: [ObjectIdentifier: TargetClaims]] = [:]
  /// What such bindings have in which cells.
  var placesHeld: [ObjectIdentifier: PlacesHeld] = [:]
  /// What leaves hold without conditional bindings, where there are any.
  var bases: [ObjectIdentifier: LeafBase] = [:]
  /// How many there have been.
  @exclusivity(unchecked) var claimCount = 0
  /// What was asked for in a callback begins: what is told meanwhile is stored and marked, and whoever applies runs it.
  @exclusivity(unchecked) var isApplying = false
  /// What is learned of the outside and shown together: `announcingTogether`.
  @exclusivity(unchecked) var newsTogether: [OutsideNews]?
  /// What belongs to the end of something runs: `ending(of:_:)`.
  @exclusivity(unchecked) var noting = Noting.nothing
  /// What objects say of their edits now, nobody has asked for.
  @exclusivity(unchecked) var isTakingBackEdits = false
  /// How many things with a `Birth` there have been.
  @exclusivity(unchecked) var births: UInt64 = 0
  /// The binding whose write is under way: it is none by hand.
  @exclusivity(unchecked) var deliveringBinding: Unmanaged<Binding>?

  /// Inputs of derived cells that have ended.
  @exclusivity(unchecked) var released: [[Cell]] = []
  @exclusivity(unchecked) var isReleasing = false
  /// Where the properties of Swift types stand in their records, as far as that has been proven or disproven.
  var propertyPlaces: [AnyKeyPath: PropertyPlace] = [:]
  /// What Swift's Observation sees of bindables, by bindable.
  var observedValues: [ObjectIdentifier: AnyObject] = [:]
  /// What brings bindables what Swift's Observation tells of others, by bindable.
  var followers: [ObjectIdentifier: any Looking] = [:]
  /// Its `states` are being made of its `state`.
  var followedObject: AnyObject?
  /// What scripts see of Swift bindables, by bindable: most have nothing of the kind, so they have no room for it.
  var mirrored: [ObjectIdentifier: [FieldMirror]] = [:]
  /// Of bindables that somebody looks at.
  var bindableNames: [NodeID: String] = [:]
  /// Bindings of Swift objects, by object.
  var objectBindings: [ObjectIdentifier: ObjectBindings] = [:]
  /// What tells the elements of lists apart, by list and field.
  var listKeys: [ObjectIdentifier: [ByteString: WeakListKeys]] = [:]
  /// The lists whose elements somebody follows by key, by what holds them.
  var followedLists: [ObjectIdentifier: [WeakListKeys]] = [:]
  /// Who waits for a place in a leaf to return, by leaf.
  var awaitedLeaves: [ObjectIdentifier: [ObjectIdentifier: WeakLeafNews]] = [:]
  /// What has run and ended, by line.
  var pastRuns: [Site: RunCount] = [:]
  /// Where in a value what is written into it is written; nil: it is written as a whole.
  @exclusivity(unchecked) var writtenPlace: Unmanaged<Cell>?
  /// The same where nothing is held: what the event is that writes it.
  @exclusivity(unchecked) var placeWrite: (place: Unmanaged<Cell>, event: CauseID)?
  /// Functions that are written are asked at once what they give their writer: `Cell.edit`.
  @exclusivity(unchecked) var judgesFunctions = false
  /// Which event has written which place of the value that is stored now.
  @exclusivity(unchecked) var placedCauses = PlacedCauses()
  /// The kind that a write's cause has.
  @exclusivity(unchecked) var writeKind: CauseKind = .write
  /// What recorded cells went through since all was quiet, for `histories`.
  @exclusivity(unchecked) var journal: [History.Change] = []
  var journalIndex: [ObjectIdentifier: Int] = [:]
  /// What follows from what sources have answered since, and which step had asked for it.
  var confirmedChanges: [(step: Int, change: History.Change)] = []
  /// Of the step that comes next.
  var stepNumber = 0
  @exclusivity(unchecked) var touches = PresentTouches()
  /// So often what an observer has written was applied.
  @exclusivity(unchecked) var heldCommits: UInt64 = 0
  /// What changes now follows from what was asked for in this earlier step.
  @exclusivity(unchecked) var joinedStep: Int?
  /// A transaction is open, of which what runs now is no part.
  @exclusivity(unchecked) var isApart = false
  /// Something was recorded or asked for, or a history moves: the present step has to be closed.
  @exclusivity(unchecked) var isStepOpen = false
  /// What waits until all is quiet. Invariant: a step is open while there is something.
  var endings: [() -> Void] = []
  var histories: [History] = []
  /// A settling link has written a cell again in this wave: a cell may be marked and yet hold what it held before.
  @exclusivity(unchecked) package internal(set) var hasRewritten = false

  /// What observers have written since the waves of the present write were many, in their order.
  @exclusivity(unchecked) var loopWriters: [LoopWriter] = []
  /// The wave of the last of them.
  var loopWave: UInt32 = 0
  /// The newest write of the bindings that went round last.
  var ringCause = CauseID.none
  /// The wave in which they did.
  var ringWave: UInt32 = .max
  /// A write among bindings is committed now.
  @exclusivity(unchecked) var isAmongBindings = false
  /// What there was before what bindings may go round for.
  @exclusivity(unchecked) var unsettledPast = UnsettledPast()
  /// Of that: what was noted under an earlier number has been forgotten, or has come back.
  @exclusivity(unchecked) var pastNumber: UInt64 = 1

  /// The thread it belongs to.
  @usableFromInline let owner = runningThread

  package init() {
    common = .allocate(capacity: 1)
    common.initialize(to: bh_common())
    watching = UnsafeMutableRawPointer(common).assumingMemoryBound(to: UInt32.self)
    graph.nest = { [unowned(unsafe) self] work in nest(work) }
    graph.aside = { [unowned(unsafe) self] work in settleAhead(work) }
    graph.whenSettled = { [unowned(unsafe) self] settlement in bindingsSettled(settlement) }
    root = Scope(name: "root", in: nil, engine: self)
    scope = root
  }

  deinit {
    mailbox.close()
    causes.deallocate()
    common.deallocate()
  }

  /// Nodes of the graph that are alive: cells, bindables and observers that something looks at.
  public var nodeCount: Int { graph.nodeCount }

  /// Observers, bindings and effects that are alive.
  public var observerCount: Int { graph.observerCount }

  /// Errors in a row after which an observer is suspended.
  public var errorLimit = Callback.errorLimit

  /// Observers, bindings and effects that may be alive before a script's next one is refused.
  @exclusivity(unchecked) public var observerLimit = 100_000

  /// Timers and sleeping tasks that may be pending before a script's next one is refused.
  @exclusivity(unchecked) public var timerLimit = 10_000

  /// Timers that only begin a task in the next turn, of those of the one clock that the engine's host has: a script has made none.
  @exclusivity(unchecked) package var beginningTasks = 0

  /// Waves that one outermost write may cause before it is stopped as a cycle.
  public var waveLimit: Int {
    get { graph.waveLimit }
    set { graph.waveLimit = newValue }
  }

  /// Loads and writes that have begun and not ended.
  @exclusivity(unchecked) package internal(set) var underWay = 0

  /// Loadables that failed while nobody looked; nil: nobody wants to know.
  package var unreadFailures: [(loadable: Loadable, failure: Failure)]?

  /// What has run and ended is told no more: what comes now begins anew. Nothing is under way.
  package func forgetPast() {
    pastRuns = [:]
    histories = []
    journal = []
    confirmedChanges = []
    journalIndex = [:]
    isStepOpen = !endings.isEmpty
    unreadFailures = nil
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
  /// Whether anything is read is to be known.
  package static let looks: UInt32 = 8
}

// MARK: - Callbacks

extension Engine {
  /// Runs an observer's callback: its writes are held until it has returned, and dropped if it throws.
  /// - Parameter isHandler: it hears of errors. What becomes of its writes says nothing of the observer that has raised.
  @inline(__always)
  func runCallback(
    cause: CauseID, as callbackMode: WriteMode = .deferred, isHandler: Bool = false, _ body: () throws(Failure) -> Void
  ) -> Failure? {
    let outerMode = mode
    let outerCause = self.cause
    assert(overlay == nil, "a callback runs inside a transaction, and would take its writes")
    mode = callbackMode
    self.cause = cause
    if isHandler { readsOfCallback.clear() }
    var failure: Failure?
    do { try body() } catch { failure = error }
    if overlay != nil { finishCallback(failed: failure != nil, isHandler: isHandler) }
    mode = outerMode
    self.cause = outerCause
    return failure
  }

  @inline(never)
  private func finishCallback(failed: Bool, isHandler: Bool) {
    guard let finished = overlay else { return }
    overlay = nil
    watching.pointee &= ~Watch.overlay
    if failed {
      mode = .immediate  // nobody is there any more to take what is written now
      drop(finished)
    } else if !finished.isEmpty {
      noteHeld(finished)
      lastHolder = isHandler ? .none : graph.currentObserver
      graph.hold(HeldOverlay(finished, in: scope, by: lastHolder))
    }
    readsOfCallback.clear()
  }

  /// Reads inside see no pending writes, and are on no callback's account.
  func committed<Result, Problem>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    let (hidden, outerWatching) = (overlay, watching.pointee)
    overlay = nil
    watching.pointee &= ~(Watch.overlay | Watch.heldWrites)
    defer {
      overlay = hidden
      watching.pointee = outerWatching
    }
    return try body()
  }

  /// - Parameter hasRead: the body has read cells by itself.
  func noticingReads<Result>(
    _ hasRead: inout Bool, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (outer, outerLooks) = (hasNoticedRead, watching.pointee & Watch.looks)
    hasNoticedRead = false
    watching.pointee |= Watch.looks
    defer {
      hasRead = hasNoticedRead
      hasNoticedRead = outer || hasRead
      watching.pointee = watching.pointee & ~Watch.looks | outerLooks
    }
    return try body()
  }

  /// It is about to be read, and reads are looked for.
  @inline(never)
  func noticeRead(of cell: Cell) {
    hasNoticedRead = true
    cellsRead?.append(cell)
    graph.settleAhead(of: cell.node)
  }

  /// - Parameter read: the cells that the body has read by itself, each as often as it has read it.
  func collectingReads<Result>(
    _ read: inout [Cell], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = cellsRead
    cellsRead = []
    defer {
      read = cellsRead ?? []
      cellsRead = outer.map { $0 + read }
    }
    var hasRead = false
    return try noticingReads(&hasRead, body)
  }

  /// What a function that changes a value gives: nothing that it reads is an input of whoever writes or reads the value.
  package func result(of change: (Value) throws(Failure) -> Value, on base: Value) throws(Failure) -> Value {
    try untracked { () throws(Failure) in try runPure { () throws(Failure) in try change(base) } }
  }

  /// Runs a derived function, transform, converter or validator: writes are refused, pending writes are not seen.
  package func runPure<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outerMode = mode
    mode = .pure
    defer { mode = outerMode }
    return try body()
  }
}
