/// The body of a node: what the graph calls when the node's turn has come.
///
/// A derived node overrides `evaluate`, an observer or effect `deliver`. Reached without retain or release; whoever owns
/// the object disposes the node when it dies.
open class Reaction {
  /// Its node; `.none` before it has one and after the node's end.
  public final internal(set) var node: NodeID {
    @inlinable get { place }
    set { place = newValue }
  }

  // A stored property that another module reads itself is checked for exclusivity there, whatever is said here.
  @exclusivity(unchecked) @usableFromInline final var place: NodeID = .none

  public init() {}

  /// Derived: work out the value anew, compare it with the old one, and say whether it changed. It changes no source.
  open func evaluate(in graph: Graph) -> Evaluation { .unchanged }

  /// Observer or effect: run the callback.
  open func deliver(in graph: Graph) {}

  /// A settler that had its turn without end: what its wave has written was taken back, and its turns are over.
  open func gaveUp(in graph: Graph) {}

  /// A paused observer: what it looks at may have changed because of that.
  open func missed(cause: UInt32) {}

  /// Source or derived: the first live dependent has come, or the last one has left. Told after all edges of the moment
  /// stand; coming and leaving at once is not told. Nothing that is read here is tracked.
  open func livenessChanged(_ live: Bool, in graph: Graph) {}

  /// Source: others that its change marks too. Where a settler changes the one, all of them count as deeper than the settler.
  open var nodesChangedTogether: [NodeID] { [] }

  /// Source: those of them that it is a part of.
  open var nodesAround: [NodeID] { [] }
}

/// A node whose liveness may differ from what its body was told.
struct Notice {
  var node: UInt32
  var generation: UInt32
}

/// How an evaluation ended.
public enum Evaluation: Sendable {
  case unchanged
  case changed
  /// A read answered `.suspended`: evaluate again when that node has its value.
  case suspended
}

/// Which way of a link a settler goes, and what that holds together while it lasts. The target of the way back need be no deeper than it.
public enum LinkWay: Sendable {
  case none
  case forth(tying: [NodeID])
  case back(tying: [NodeID])
}

/// How a read ended.
public enum ReadOutcome: Sendable {
  case current
  /// The node is being evaluated: it depends on itself. `Graph.evaluationPath` has the hops.
  case cycle
  /// The node was never evaluated, and the reader can wait for it.
  case suspended
  /// There is no stack for one more evaluation inside so many others.
  case exhausted
}

/// How a flush ended.
public enum Settlement: Sendable {
  case settled
  /// More waves than `waveLimit`: what was pending is dropped, the last whole wave stands.
  case overrun
  /// A flush is under way already; it will take what was marked along.
  case running
}

/// Something that waits for the end of the present wave and then changes sources.
open class HeldAction {
  public init() {}
  open func apply(in graph: Graph) {}
  /// The same after too many waves. What scripts have written does nothing then; what the engine itself has to say, as
  /// this does unless it is said otherwise, stands.
  open func cutOff(in graph: Graph) { apply(in: graph) }
}

/// The tracker to go back to after an untracked region.
public struct SavedTracker {
  var tracker: Tracker
}

/// The tracked evaluation that is running: reads become its edges.
///
/// Invariant: the graph's own tracker names a node that is there, or none.
struct Tracker {
  /// Whose edges; 0 is nobody's.
  var node: UInt32 = 0
  var generation: UInt32 = 0
  /// The last link that this evaluation has used; 0 before the first.
  var cursor: UInt32 = 0
  /// The one behind it, which the next read should find again.
  var next: UInt32 = 0
  /// Tells this evaluation from every other.
  var serial: UInt64 = 0
  /// The newest of what it has read that was another value last time.
  var cause: UInt32 = 0
  /// It has read what it did not read last time: its depth may be another. Left over from an evaluation that did not end
  /// here, it costs a look in vain.
  var hasNewInputs = false
}
