/// Everything of a graph that changes.
///
/// It lies behind one address and not in the class: each access to a stored property of a class is checked for
/// exclusivity at run time, which took four fifths of an update.
struct GraphState {
  /// Waves that one outermost change may cause.
  var waveLimit = 100

  var nodes = Arena(empty: Node.empty)
  var links = Arena(empty: Link.empty)
  var freeNodes: [UInt32] = []
  var freeLink: UInt32 = 0

  /// Goes up with every change of any source: an idle derived node that was current in this epoch still is.
  var epoch: UInt32 = 1
  var tracker = Tracker()
  var lastSerial: UInt32 = 0
  var lastSequence: UInt32 = 0

  // The wave.
  var wave: UInt32 = 0
  var isFlushing = false
  var isDelivering = false
  var currentObserver: NodeID = .none
  var queue: [QueueEntry] = []
  var isQueueSorted = true
  var settlers: [QueueEntry] = []
  var initials: [NodeID] = []
  var held: [HeldAction] = []

  // Work that must not recurse.
  var markStack: [UInt32] = []
  var liveStack: [UInt32] = []
  var depthStack: [UInt32] = []
  var pullStack: [PullFrame] = []
  var evaluatingNodes: [UInt32] = []
  var demanded: UInt32 = 0
  /// Drivers inside drivers: a body that reads what is not current.
  var nesting = 0
  var evaluationPath: [NodeID] = []

  // Ends that wait until nothing of the ended runs any more.
  var pendingFrees: [UInt32] = []
  var pendingReleases: [Unmanaged<Reaction>] = []
  var isReleasing = false

  var nodeCount = 0
  var linkCount = 0
  var observerCount = 0
}

// The names under which the graph's own code reaches its state.
extension Graph {
  public var waveLimit: Int {
    @inline(__always) _read { yield state.pointee.waveLimit }
    @inline(__always) _modify { yield &state.pointee.waveLimit }
  }

  var nodes: Arena<Node> {
    @inline(__always) _read { yield state.pointee.nodes }
    @inline(__always) _modify { yield &state.pointee.nodes }
  }

  var links: Arena<Link> {
    @inline(__always) _read { yield state.pointee.links }
    @inline(__always) _modify { yield &state.pointee.links }
  }

  var freeNodes: [UInt32] {
    @inline(__always) _read { yield state.pointee.freeNodes }
    @inline(__always) _modify { yield &state.pointee.freeNodes }
  }

  var freeLink: UInt32 {
    @inline(__always) _read { yield state.pointee.freeLink }
    @inline(__always) _modify { yield &state.pointee.freeLink }
  }

  var epoch: UInt32 {
    @inline(__always) _read { yield state.pointee.epoch }
    @inline(__always) _modify { yield &state.pointee.epoch }
  }

  var tracker: Tracker {
    @inline(__always) _read { yield state.pointee.tracker }
    @inline(__always) _modify { yield &state.pointee.tracker }
  }

  var lastSerial: UInt32 {
    @inline(__always) _read { yield state.pointee.lastSerial }
    @inline(__always) _modify { yield &state.pointee.lastSerial }
  }

  var lastSequence: UInt32 {
    @inline(__always) _read { yield state.pointee.lastSequence }
    @inline(__always) _modify { yield &state.pointee.lastSequence }
  }

  public internal(set) var wave: UInt32 {
    @inline(__always) _read { yield state.pointee.wave }
    @inline(__always) _modify { yield &state.pointee.wave }
  }

  public internal(set) var isFlushing: Bool {
    @inline(__always) _read { yield state.pointee.isFlushing }
    @inline(__always) _modify { yield &state.pointee.isFlushing }
  }

  public internal(set) var isDelivering: Bool {
    @inline(__always) _read { yield state.pointee.isDelivering }
    @inline(__always) _modify { yield &state.pointee.isDelivering }
  }

  public internal(set) var currentObserver: NodeID {
    @inline(__always) _read { yield state.pointee.currentObserver }
    @inline(__always) _modify { yield &state.pointee.currentObserver }
  }

  var queue: [QueueEntry] {
    @inline(__always) _read { yield state.pointee.queue }
    @inline(__always) _modify { yield &state.pointee.queue }
  }

  var isQueueSorted: Bool {
    @inline(__always) _read { yield state.pointee.isQueueSorted }
    @inline(__always) _modify { yield &state.pointee.isQueueSorted }
  }

  var settlers: [QueueEntry] {
    @inline(__always) _read { yield state.pointee.settlers }
    @inline(__always) _modify { yield &state.pointee.settlers }
  }

  var initials: [NodeID] {
    @inline(__always) _read { yield state.pointee.initials }
    @inline(__always) _modify { yield &state.pointee.initials }
  }

  var held: [HeldAction] {
    @inline(__always) _read { yield state.pointee.held }
    @inline(__always) _modify { yield &state.pointee.held }
  }

  var markStack: [UInt32] {
    @inline(__always) _read { yield state.pointee.markStack }
    @inline(__always) _modify { yield &state.pointee.markStack }
  }

  var liveStack: [UInt32] {
    @inline(__always) _read { yield state.pointee.liveStack }
    @inline(__always) _modify { yield &state.pointee.liveStack }
  }

  var depthStack: [UInt32] {
    @inline(__always) _read { yield state.pointee.depthStack }
    @inline(__always) _modify { yield &state.pointee.depthStack }
  }

  var pullStack: [PullFrame] {
    @inline(__always) _read { yield state.pointee.pullStack }
    @inline(__always) _modify { yield &state.pointee.pullStack }
  }

  var evaluatingNodes: [UInt32] {
    @inline(__always) _read { yield state.pointee.evaluatingNodes }
    @inline(__always) _modify { yield &state.pointee.evaluatingNodes }
  }

  var demanded: UInt32 {
    @inline(__always) _read { yield state.pointee.demanded }
    @inline(__always) _modify { yield &state.pointee.demanded }
  }

  var nesting: Int {
    @inline(__always) _read { yield state.pointee.nesting }
    @inline(__always) _modify { yield &state.pointee.nesting }
  }

  public internal(set) var evaluationPath: [NodeID] {
    @inline(__always) _read { yield state.pointee.evaluationPath }
    @inline(__always) _modify { yield &state.pointee.evaluationPath }
  }

  var pendingFrees: [UInt32] {
    @inline(__always) _read { yield state.pointee.pendingFrees }
    @inline(__always) _modify { yield &state.pointee.pendingFrees }
  }

  var pendingReleases: [Unmanaged<Reaction>] {
    @inline(__always) _read { yield state.pointee.pendingReleases }
    @inline(__always) _modify { yield &state.pointee.pendingReleases }
  }

  var isReleasing: Bool {
    @inline(__always) _read { yield state.pointee.isReleasing }
    @inline(__always) _modify { yield &state.pointee.isReleasing }
  }

  public internal(set) var nodeCount: Int {
    @inline(__always) _read { yield state.pointee.nodeCount }
    @inline(__always) _modify { yield &state.pointee.nodeCount }
  }

  public internal(set) var linkCount: Int {
    @inline(__always) _read { yield state.pointee.linkCount }
    @inline(__always) _modify { yield &state.pointee.linkCount }
  }

  public internal(set) var observerCount: Int {
    @inline(__always) _read { yield state.pointee.observerCount }
    @inline(__always) _modify { yield &state.pointee.observerCount }
  }
}
