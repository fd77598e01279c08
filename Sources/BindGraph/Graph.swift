/// The reactive graph: sources, derived nodes, observers, and what depends on what.
///
/// Push marks, pull proves: a change marks what may be stale; a derived node is evaluated at most once in a wave and
/// only if an input really differs. Nothing recurses; nothing is allocated in a steady update. The graph knows no
/// values, no errors and no scopes.
///
/// Isolation: one thread, no locks.
public final class Graph {
  // Run-time checks of exclusive access took four fifths of an update; `unchecked` is sound here because a change
  // of a property ends before anything is called that could reach it again.

  /// Waves that one outermost change may cause.
  @exclusivity(unchecked) public var waveLimit = 100

  @exclusivity(unchecked) var nodes = Arena(empty: Node.empty)
  @exclusivity(unchecked) var links = Arena(empty: Link.empty)
  @exclusivity(unchecked) private var freeNodes: [UInt32] = []
  @exclusivity(unchecked) private var freeLink: UInt32 = 0

  /// Goes up with every change of any source: an idle derived node that was current in this epoch still is.
  @exclusivity(unchecked) public internal(set) var epoch: UInt32 = 1
  /// Edges that have come to stand so far: who depends on what may be another matter since the number was looked at.
  @exclusivity(unchecked) public internal(set) var attachments: UInt32 = 0
  @exclusivity(unchecked) var tracker = Tracker()
  @exclusivity(unchecked) var lastSerial: UInt64 = 0
  @exclusivity(unchecked) private var lastSequence: UInt32 = 0

  // The wave.
  // What other modules ask for at every write has a getter: their reads of a stored property are checked at run time, whatever its
  // attribute says.
  @inlinable public var wave: UInt32 { lastWave }
  @exclusivity(unchecked) @usableFromInline var lastWave: UInt32 = 0
  @inlinable public var isFlushing: Bool { runsWaves }
  @exclusivity(unchecked) @usableFromInline var runsWaves = false
  /// The observer whose callback runs; 0 for none.
  @exclusivity(unchecked) @usableFromInline var delivering: UInt32 = 0
  @exclusivity(unchecked) @usableFromInline var presentCause: UInt32 = 0
  /// The cause of the last change since nothing waited, and whether there were others: only then it is looked for which of them has changed
  /// what somebody looks at.
  @exclusivity(unchecked) var lastChange: UInt32 = 0
  @exclusivity(unchecked) var hasSeveralCauses = false
  /// The oldest of them: what was changed last by an older one was not changed since.
  @exclusivity(unchecked) var oldestChange: UInt32 = 0
  /// Of derived nodes that follow from one place in what was changed there and elsewhere. Empty but where there are several causes.
  var attributions: [UInt32: UInt32] = [:]
  /// Observers that wait for their turn. No slot goes to another node while something waits, so a node that has ended
  /// meanwhile is one without flags.
  @exclusivity(unchecked) var queue = Stack<UInt32>()
  @exclusivity(unchecked) var sortWork = Stack<QueueEntry>()
  @exclusivity(unchecked) var isQueueSorted = true
  /// The key of the entry that was queued last in this wave.
  @exclusivity(unchecked) var lastKey: UInt64 = 0
  @exclusivity(unchecked) var settlers = SettlerHeap()
  /// That of the settler that has its turn.
  @exclusivity(unchecked) var presentPlace: UInt64 = 0
  /// It is to have another one in this wave.
  @exclusivity(unchecked) var isPutOff = false
  /// The settlers that have their turn, each inside a read of the one before: `settleAhead`.
  @exclusivity(unchecked) var presentSettlers: [UInt32] = []
  @exclusivity(unchecked) var levelsAhead = 0
  /// The settlers of what is being written while others settle ahead.
  @exclusivity(unchecked) var heldBack: Set<UInt32> = []
  /// So many frames stood in `pullStack` when what settles ahead began.
  @exclusivity(unchecked) var framesBelow = 0
  /// The settler that has its turn ahead asks for what is being evaluated below it: nobody knows that yet.
  @exclusivity(unchecked) public internal(set) var hasMetEvaluation = false
  /// Those that have: they have their turns when that has been evaluated.
  @exclusivity(unchecked) var turnsAfterEvaluation: Set<UInt32> = []
  /// Of the settlers in this wave.
  @exclusivity(unchecked) var turnsTaken = 0
  /// How often each has had one since there were as many as settlers.
  @exclusivity(unchecked) var turnsRepeated: [UInt32: Int] = [:]
  /// Some have had many: there is no order to be had, and nothing settles ahead.
  @exclusivity(unchecked) var goesRound = false
  @exclusivity(unchecked) var settledNodes = SettledNodes()
  /// What goes round is taken back: nothing settles ahead.
  @exclusivity(unchecked) var givesUp = false
  /// Runs, inside a function that only computes, what settles ahead of it, as if the function did not run. It need not run it.
  @exclusivity(unchecked) public var aside: ((_ work: () -> Void) -> Void)?
  @exclusivity(unchecked) var initials: [NodeID] = []
  /// What begins with the next wave.
  @exclusivity(unchecked) var beginnings: [NodeID] = []
  @exclusivity(unchecked) var held: [HeldAction] = []
  /// Sources that came back, with what was written in that wave, and their versions then.
  @exclusivity(unchecked) var returned: (wave: UInt32, versions: [NodeID: UInt32]) = (0, [:])
  /// Invariant: true while there are settlers, initials, beginnings or held actions; a wave of observers alone looks no further.
  @exclusivity(unchecked) @usableFromInline var hasMore = false
  @inlinable public var hasFurtherWork: Bool { hasMore }

  // Work that must not recurse.
  @exclusivity(unchecked) var markStack = Stack<UInt32>()
  @exclusivity(unchecked) var liveStack = Stack<UInt32>()
  /// A heap: the least depth first.
  @exclusivity(unchecked) var depthWork = Stack<UInt64>()
  @exclusivity(unchecked) var groups: [Group] = []
  @exclusivity(unchecked) var freeGroups: [UInt32] = []
  /// Those that have lost something and have bindings.
  @exclusivity(unchecked) var groupsToPart: Set<UInt32> = []
  /// What each way of a link holds together.
  @exclusivity(unchecked) var ties: [UInt32: Tie] = [:]
  /// How many links hold each node together with others.
  @exclusivity(unchecked) var tieCounts: [UInt32: Int] = [:]
  /// Those that have followed from others.
  @exclusivity(unchecked) var followingGroups: Set<UInt32> = []
  /// The nodes on the way that each settler closes which leads back to what it follows from; and those settlers, for each such node.
  @exclusivity(unchecked) var loops: [UInt32: [UInt32]] = [:]
  @exclusivity(unchecked) var closers: [UInt32: Set<UInt32>] = [:]
  /// The settlers of each target.
  @exclusivity(unchecked) var writers: [UInt32: [UInt32]] = [:]
  /// Whose liveness may differ from what their bodies were told.
  @exclusivity(unchecked) var notices = Stack<Notice>()
  @exclusivity(unchecked) var isTelling = false
  @exclusivity(unchecked) var pullStack = Stack<PullFrame>()
  /// The trackers of suspended bodies, in the order of their frames.
  @exclusivity(unchecked) var suspendedTrackers = Stack<Tracker>()
  @exclusivity(unchecked) var demanded: UInt32 = 0
  /// Drivers inside drivers: a body that reads what is not current.
  @exclusivity(unchecked) @usableFromInline var nesting = 0
  /// Runs what nests deep, once, where the stack has room for it. False: nowhere, and it was not run. Without this what cannot be
  /// suspended nests as deep as the stack goes.
  @exclusivity(unchecked) public var nest: ((_ work: () -> Void) -> Bool)?
  @exclusivity(unchecked) public internal(set) var evaluationPath: [NodeID] = []
  /// What stands for the inputs of whoever reads itself; 0 until there was a ring.
  @exclusivity(unchecked) var rings: UInt32 = 0
  /// Some node has been part of a ring.
  @exclusivity(unchecked) var hasRings = false

  // Ends that wait until nothing of the ended runs any more.
  @exclusivity(unchecked) var pendingFrees: [UInt32] = []
  @exclusivity(unchecked) var pendingReleases: [Unmanaged<Reaction>] = []
  /// Invariant: true while either of them has something.
  @exclusivity(unchecked) var hasEnds = false
  @exclusivity(unchecked) private var isReleasing = false

  @exclusivity(unchecked) public private(set) var nodeCount = 0
  @exclusivity(unchecked) public private(set) var linkCount = 0
  @exclusivity(unchecked) public private(set) var observerCount = 0
  @inlinable public var settlerCount: Int { liveSettlers }
  @exclusivity(unchecked) @usableFromInline var liveSettlers = 0
  /// The last overrun was one of settlers inside a wave. Whoever tells of it sets it back.
  @exclusivity(unchecked) public var hasSettlersInRing = false
  /// Half of the waves of the limit have run: it may be a ring, whose hops are worth noting.
  @inlinable public var mayGoRound: Bool { runsLong }
  @exclusivity(unchecked) @usableFromInline var runsLong = false
  /// The settlers of the present wave have their turns.
  public var isSettling: Bool { hasSettlersTurns }
  @exclusivity(unchecked) var hasSettlersTurns = false
  /// Called when the settlers of a wave have come to their end; `overrun`: they go round, and what the wave has written is to be
  /// taken back now. What it marks is looked at before any observer runs.
  @exclusivity(unchecked) public var whenSettled: ((Settlement) -> Void)?

  /// There is something to call `whenSettled` for, also where no settler has had a turn.
  @exclusivity(unchecked) public var keepsPast = false

  /// Settlers wait for their turn, or have it: what is written now may be taken back with their wave.
  public var isToSettle: Bool { isSettling || !settlers.isEmpty }

  public init() {
    // Nothing there has ever changed: what an input that has ended shows to those who look.
    nodes[0].pointee.version = 0
  }

  deinit {
    // All forget their nodes before the first is released: one may own another.
    var retained = pendingReleases
    for index in 1..<max(nodes.count, 1) where nodes[index].pointee.flags.contains(.used) {
      guard let body = nodes[index].pointee.body else { continue }
      body._withUnsafeGuaranteedRef { $0.node = .none }
      if isRetained(index) { retained.append(body) }
    }
    for body in retained { body.release() }
    nodes.deallocate()
    links.deallocate()
    queue.deallocate()
    sortWork.deallocate()
    markStack.deallocate()
    liveStack.deallocate()
    depthWork.deallocate()
    notices.deallocate()
    pullStack.deallocate()
    suspendedTrackers.deallocate()
  }

  /// A body runs right now, or waits suspended.
  public var isEvaluating: Bool { pullStack.elements.contains(where: isEvaluated) }

  /// The frame's body runs or is suspended.
  func isEvaluated(_ frame: PullFrame) -> Bool { nodes[frame.node].pointee.flags.contains(.evaluating) }

  // MARK: Making

  /// A node whose value its owner stores. `body` hears of liveness.
  /// - Parameter isKept: the graph holds the body while somebody looks at it, who may have nothing else of it.
  public func makeSource(_ body: Reaction?, isKept: Bool = false) -> NodeID {
    let index = makeNode(body, isKept ? .kept : [])
    if settlerCount > 0 || !groups.isEmpty, let body {
      place(index, within: body.nodesAround, changedWith: body.nodesChangedTogether)
    }
    return id(index)
  }

  /// A derived node with declared inputs: nothing it reads becomes an edge.
  public func makeDerived(_ body: Reaction, inputs: [NodeID]) -> NodeID {
    let index = makeNode(body, [.derived, .fresh])
    for input in inputs { addInput(input, to: index) }
    updateDepth(of: index)
    return id(index)
  }

  /// A derived node whose inputs are what its evaluation reads.
  public func makeTracked(_ body: Reaction) -> NodeID {
    id(makeNode(body, [.derived, .tracked, .fresh]))
  }

  /// An observer of declared inputs. Live at once, held until it is disposed; it delivers nothing by itself.
  public func makeObserver(_ body: Reaction, input: NodeID) -> NodeID {
    let index = makeWatcher(body, .observer)
    addInput(input, to: index)
    if !nodes[input.index].pointee.flags.contains(.derived) { nodes[index].pointee.flags.insert(.direct) }
    settleInputs(of: index)
    return id(index)
  }

  public func makeObserver(_ body: Reaction, inputs: [NodeID]) -> NodeID {
    let index = makeWatcher(body, .observer)
    for input in inputs { addInput(input, to: index) }
    if inputs.allSatisfy({ !nodes[$0.index].pointee.flags.contains(.derived) }) {
      nodes[index].pointee.flags.insert(.direct)
    }
    settleInputs(of: index)
    return id(index)
  }

  /// An observer that runs before all others in a wave, in order of depth, and changes `target`, a source, in that same
  /// wave. The target counts as deeper than the settler.
  /// - Parameter way: it is one of a link's.
  public func makeSettler(_ body: Reaction, input: NodeID, target: NodeID, way: LinkWay = .none) -> NodeID {
    let index = makeWatcher(body, [.observer, .settler])
    switch way {
    case .none: break
    case .forth(let tied):
      nodes[index].pointee.flags.insert(.linking)
      tie(tied, by: index, isBack: false)
    case .back(let tied):
      nodes[index].pointee.flags.formUnion([.linking, .closing])
      tie(tied, by: index, isBack: true)
    }
    liveSettlers += 1
    settledNodes.removeAll()
    addInput(input, to: index)
    if let target = resolve(target) {
      nodes[index].pointee.target = target
      writers[target, default: []].append(index)
    }
    settleInputs(of: index)
    return id(index)
  }

  /// An observer whose inputs are what its run reads. It does not run by itself.
  public func makeEffect(_ body: Reaction) -> NodeID {
    id(makeWatcher(body, [.observer, .tracked]))
  }

  private func makeWatcher(_ body: Reaction, _ flags: NodeFlags) -> UInt32 {
    let index = makeNode(body, flags)
    _ = Unmanaged.passRetained(body)
    lastSequence += 1
    nodes[index].pointee.sequence = lastSequence
    observerCount += 1
    return index
  }

  @inline(__always)
  private func makeNode(_ body: Reaction?, _ flags: NodeFlags) -> UInt32 {
    let index = freeNodes.popLast() ?? nodes.append()
    let node = nodes[index]
    node.pointee.flags = flags.union(.used)
    if let body {
      node.pointee.body = Unmanaged.passUnretained(body)
      body.node = id(index)
    }
    nodeCount += 1
    return index
  }

  /// A source that is the graph's own.
  func makeUncounted() -> UInt32 {
    let index = makeNode(nil, [])
    nodes[index].pointee.flags = []
    nodeCount -= 1
    return index
  }

  private func addInput(_ input: NodeID, to dependent: UInt32) {
    guard let source = resolve(input) else { return }
    let link = makeLink(source, dependent)
    appendInput(link, to: dependent)
    if isLiveDependent(dependent) { attach(link) }
  }

  /// What an observer looks at is brought up to date, so that the next change marks all the way.
  private func settleInputs(of index: UInt32) {
    updateDepth(of: index)
    _ = lookAtInputsInside(of: index)
    tidy()
  }

  // MARK: Ending

  /// Ends a node. Idempotent; safe inside any callback, the node's own included.
  ///
  /// What is derived from the node is stale from now on and is worked out anew when it is next read, or by the next
  /// flush if it is live. An observer or effect of a derived node's dependents runs if their values change; an effect that
  /// read the ended derived node itself runs again. The end of a source runs nothing by itself: a cell that nobody can
  /// reach any more has not changed.
  public func dispose(_ node: NodeID) {
    guard let index = resolve(node) else { return }
    let flags = nodes[index].pointee.flags
    if let body = nodes[index].pointee.body {
      body._withUnsafeGuaranteedRef { $0.node = .none }
      if isRetained(index) { pendingReleases.append(body) }
      nodes[index].pointee.body = nil
    }
    nodes[index].pointee.flags = []
    nodes[index].pointee.generation &+= 1
    if nodes[index].pointee.generation == 0 { nodes[index].pointee.generation = 1 }
    nodeCount -= 1
    if flags.contains(.observer) { observerCount -= 1 } else { epoch &+= 1 }
    if rings != 0, !flags.contains(.observer) { ringsChanged(0) }
    if flags.contains(.settler) {
      liveSettlers -= 1
      untie(index)
      forgetTarget(of: index, isWayOfLink: flags.contains(.linking))
    } else {
      if nodes[index].pointee.group != 0 { leaveGroup(index) }
      if !tieCounts.isEmpty { tieCounts[index] = nil }
      for settler in writers[index] ?? [] {
        forgetTarget(of: settler, isWayOfLink: nodes[settler].pointee.flags.contains(.linking))
      }
    }
    if tracker.node == index { tracker = Tracker() }
    if !attributions.isEmpty { attributions[index] = nil }
    markEnd(of: index, isDerived: flags.contains(.derived))
    removeInputs(of: index, after: 0)
    pendingFrees.append(index)
    hasEnds = true
    tidy()
  }

  /// The graph itself holds the body: an observer's until its end, that of a derived node or of a source that is kept while it is live.
  private func isRetained(_ index: UInt32) -> Bool {
    let flags = nodes[index].pointee.flags
    return flags.contains(.observer)
      || (!flags.isDisjoint(with: [.derived, .kept]) && nodes[index].pointee.firstDependent != 0)
  }

  /// Gives slots and bodies back, unless something may still stand in them.
  @inline(__always)
  func tidy() {
    if hasEnds { giveBack() }
  }

  @inline(never)
  private func giveBack() {
    guard !isFlushing, nesting == 0, !isReleasing, !isTelling else { return }
    if !pendingFrees.isEmpty, queue.isEmpty, settlers.isEmpty {
      for index in pendingFrees { nodes[index].pointee.clear() }
      freeNodes.append(contentsOf: pendingFrees)
      pendingFrees.removeAll(keepingCapacity: true)
    }
    releaseBodies()
    hasEnds = !pendingFrees.isEmpty
  }

  /// A body that goes may end other nodes.
  private func releaseBodies() {
    guard !pendingReleases.isEmpty else { return }
    isReleasing = true
    while let body = pendingReleases.popLast() { body.release() }
    isReleasing = false
    giveBack()
  }

  // MARK: Reading

  /// Brings a derived node up to date and, while a tracked body runs, records the edge.
  public func read(_ node: NodeID, suspendable: Bool = false) -> ReadOutcome {
    let entry = nodes[node.index]
    guard entry.pointee.generation == node.generation else { return .current }
    let flags = entry.pointee.flags
    // As `needsWork`, in one look at the flags. A source has none of these.
    if !flags.isDisjoint(with: NodeFlags.marks.union(.ring))
      || (entry.pointee.firstDependent == 0 && flags.contains(.derived) && entry.pointee.epoch != epoch)
    {
      return readStale(node, suspendable)
    }
    return tracker.node == 0 ? .current : track(node)
  }

  /// The same for a source, which is always current.
  public func readSource(_ node: NodeID) {
    if tracker.node != 0, nodes[node.index].pointee.generation == node.generation { _ = track(node) }
  }

  @inline(never)
  private func readStale(_ node: NodeID, _ suspendable: Bool) -> ReadOutcome {
    let index = node.index
    if !nodes[index].pointee.flags.isDisjoint(with: [.evaluating, .ring]), let outcome = readInRing(index) {
      return outcome
    }
    if hasSettlersTurns, !settleAhead(of: index) { return .current }
    if suspendable, nestsDeep || nodes[index].pointee.flags.contains(.fresh) {
      demanded = index
      return .suspended
    }
    if nesting >= Self.deepNesting, let nest {
      guard nest({ pull(index) }) else { return .exhausted }
    } else {
      pull(index)
    }
    let current = nodes[index]
    if tracker.node != 0, current.pointee.generation == node.generation {
      if current.pointee.flags.contains(.ring) { trackRing(index) } else { _ = track(node) }
    }
    return .current
  }

  /// The same without an edge.
  public func peek(_ node: NodeID) -> ReadOutcome {
    let saved = pauseTracking()
    defer { resumeTracking(saved) }
    return read(node)
  }

  public func pauseTracking() -> SavedTracker {
    let saved = SavedTracker(tracker: tracker)
    tracker = Tracker()
    return saved
  }

  public func resumeTracking(_ saved: SavedTracker) { restore(saved.tracker) }

  // MARK: Ids

  func id(_ index: UInt32) -> NodeID { NodeID(index: index, generation: nodes[index].pointee.generation) }

  @inline(__always)
  func resolve(_ node: NodeID) -> UInt32? {
    // No id has the generation of slot 0, which is never used.
    guard nodes[node.index].pointee.generation == node.generation else { return nil }
    return node.index
  }

  // MARK: Links

  func makeLink(_ source: UInt32, _ dependent: UInt32) -> UInt32 {
    let index: UInt32
    if freeLink != 0 {
      index = freeLink
      freeLink = links[index].pointee.nextInput
      links[index].pointee.nextInput = 0
    } else {
      index = links.append()
    }
    links[index].pointee.origin = id(source)
    links[index].pointee.dependent = dependent
    links[index].pointee.seen = nodes[source].pointee.version &- 1
    linkCount += 1
    if settledNodes.contains(dependent) { settledNodes.removeAll() }
    return index
  }

  func freeLink(_ index: UInt32) {
    links[index].pointee = .empty
    links[index].pointee.nextInput = freeLink
    freeLink = index
    linkCount -= 1
  }

  func appendInput(_ link: UInt32, to dependent: UInt32) {
    let last = nodes[dependent].pointee.lastInput
    if last == 0 {
      nodes[dependent].pointee.firstInput = link
    } else {
      links[last].pointee.nextInput = link
    }
    nodes[dependent].pointee.lastInput = link
  }
}
