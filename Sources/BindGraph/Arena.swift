/// One node, one cache line.
///
/// Invariant: a live node that carries no mark has no changed input. Suspended between `changed` and the end of the
/// same wave, nowhere else.
struct Node {
  var body: Unmanaged<Reaction>?
  /// The place in a queue: by `depth`, then by `sequence`, in one number. That of a settler is its depth among settlers.
  var order: UInt64
  /// The serial of the evaluation that has read this node last.
  var trackedIn: UInt64
  var flags: NodeFlags
  var generation: UInt32
  /// Goes up with every change of the value.
  var version: UInt32
  var firstInput: UInt32
  var lastInput: UInt32
  /// Live dependents only: an idle node is in nobody's list.
  var firstDependent: UInt32
  var lastDependent: UInt32
  /// Of a source its newest change, unless that had a wave of one delivery; of a derived node the newest one that has changed its value last, 0
  /// where the wave had no other (`hasSeveralCauses`); of an observer the cause that it is told.
  var cause: UInt32
  /// Idle derived: the graph's epoch in which it was last found current.
  var epoch: UInt32
  /// A settler's target; of all others the group of links that they belong to, 0 for none.
  var target: UInt32

  static var empty: Node {
    Node(
      body: nil, order: 0, trackedIn: 0, flags: [], generation: 1, version: 1, firstInput: 0, lastInput: 0,
      firstDependent: 0, lastDependent: 0, cause: 0, epoch: 0, target: 0)
  }

  /// As new, but for the generation: the slot is free.
  mutating func clear() {
    let generation = generation
    self = .empty
    self.generation = generation
  }

  /// 0 for a source, else 1 + the greatest depth of an input.
  var depth: UInt32 {
    get { UInt32(truncatingIfNeeded: order >> 32) }
    set { order = UInt64(newValue) << 32 | order & 0xFFFF_FFFF }
  }

  /// It follows from that too.
  @inline(__always)
  mutating func follow(_ cause: UInt32) { if cause > self.cause { self.cause = cause } }

  /// Registration order of observers.
  var sequence: UInt32 {
    get { UInt32(truncatingIfNeeded: order) }
    set { order = order & ~0xFFFF_FFFF | UInt64(newValue) }
  }

  /// The depth that counts among settlers, of what is no observer. It is kept as what it has more than `depth`, in the place of `sequence`.
  var settlingDepth: UInt32 {
    get { depth &+ sequence }
    set { sequence = newValue &- depth }
  }

  /// 0 for none. Of no settler.
  var group: UInt32 {
    get { target }
    set { target = newValue }
  }
}

struct NodeFlags: OptionSet {
  let rawValue: UInt32

  // What it is.
  static let derived = NodeFlags(rawValue: 1)
  static let observer = NodeFlags(rawValue: 2)
  static let tracked = NodeFlags(rawValue: 4)
  static let settler = NodeFlags(rawValue: 8)

  // Where it stands.
  /// Derived: never evaluated.
  static let fresh = NodeFlags(rawValue: 16)
  /// An input may have changed: prove it.
  static let maybe = NodeFlags(rawValue: 32)
  /// An input has changed for certain.
  static let stale = NodeFlags(rawValue: 64)
  static let queued = NodeFlags(rawValue: 128)
  static let evaluating = NodeFlags(rawValue: 256)
  static let paused = NodeFlags(rawValue: 512)
  /// Paused, and something came meanwhile.
  static let missed = NodeFlags(rawValue: 1024)
  static let overlaid = NodeFlags(rawValue: 2048)
  static let used = NodeFlags(rawValue: 4096)
  /// Its first delivery is asked for and will come; nothing else is delivered before it.
  static let awaitsInitial = NodeFlags(rawValue: 8192)
  /// What its body was told last: `livenessChanged(true)`.
  static let toldLive = NodeFlags(rawValue: 16384)
  /// Derived: its last evaluation was part of a ring.
  static let ring = NodeFlags(rawValue: 32768)
  /// The present one is.
  static let meetsRing = NodeFlags(rawValue: 65536)
  /// Observer: its inputs are declared and sources, so that a mark of it is proof enough.
  static let direct = NodeFlags(rawValue: 131072)
  /// Source: the graph holds its body while it is live, as that of a derived node.
  static let kept = NodeFlags(rawValue: 262144)
  /// Derived: an input has ended while its evaluation ran.
  static let lostInput = NodeFlags(rawValue: 524288)
  /// Settler: one of the two ways of a link, inside the group of its target.
  static let linking = NodeFlags(rawValue: 1_048_576)
  /// Settler: the way back of a link, or one that closes a ring. Its target need be no deeper than it.
  static let closing = NodeFlags(rawValue: 2_097_152)
  /// Derived: settlers have had their turns inside its present evaluation.
  static let settledAhead = NodeFlags(rawValue: 4_194_304)
  /// Observer: its first delivery comes with the present wave or the next one: `deliverWithWave`.
  static let begins = NodeFlags(rawValue: 8_388_608)

  /// Not known to be current.
  static let marks: NodeFlags = [.fresh, .maybe, .stale]
  /// What an observer has no more once it is told.
  static let delivered: NodeFlags = [.queued, .maybe, .stale, .begins]
}

/// One edge, in two lists at once: the dependent's inputs and, while the dependent is live, the source's dependents.
///
/// ```
///   source ──firstDependent──▶ link ──nextDependent──▶ link …
///                               ▲
///   dependent ──firstInput──────┘ ──nextInput──▶ link …
/// ```
///
/// Invariant: an attached link names a node that is there. The source of an idle dependent can end without its knowing, and
/// its slot go to another: only the generation in `origin` tells.
struct Link {
  /// The source; none once its end has been noticed. Its generation differs from the slot's when it has ended.
  var origin: NodeID
  var dependent: UInt32
  /// The source's version when the dependent last looked. Without a source: 1 while its end still counts as a change.
  var seen: UInt32
  var nextInput: UInt32
  var previousDependent: UInt32
  var nextDependent: UInt32
  var isAttached: Bool

  /// The slot of the source; 0 for none.
  var source: UInt32 { origin.index }

  static var empty: Link {
    Link(
      origin: .none, dependent: 0, seen: 0, nextInput: 0, previousDependent: 0, nextDependent: 0,
      isAttached: false)
  }
}

/// Structs side by side, addressed by 32-bit index; index 0 is never used. Growing moves them: hold no pointer across a
/// call that may make one.
struct Arena<Element> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: UInt32 = 1
  private var capacity: UInt32
  private let empty: Element

  init(empty: Element, capacity: UInt32 = 64) {
    self.empty = empty
    self.capacity = capacity
    base = Self.allocate(capacity)
    base.initialize(to: empty)
  }

  mutating func append() -> UInt32 {
    if count == capacity { grow() }
    (base + Int(count)).initialize(to: empty)
    count += 1
    return count - 1
  }

  /// A node begins where a cache line begins.
  private static func allocate(_ capacity: UInt32) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer.allocate(byteCount: Int(capacity) * MemoryLayout<Element>.stride, alignment: 64)
      .bindMemory(to: Element.self, capacity: Int(capacity))
  }

  private mutating func grow() {
    capacity += capacity / 2
    let larger = Self.allocate(capacity)
    larger.moveInitialize(from: base, count: Int(count))
    base.deallocate()
    base = larger
  }

  func deallocate() { base.deallocate() }

  @inline(__always)
  subscript(index: UInt32) -> UnsafeMutablePointer<Element> { base + Int(index) }
}
