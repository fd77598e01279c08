@frozen public struct NodeID: Hashable, Sendable { public let index: UInt32; public static let none = NodeID(index: 0) 
  @inlinable public init(index: UInt32) { self.index = index } }
public enum Evaluation { case unchanged, changed, suspended }
public enum ReadOutcome { case current, cycle, suspended }
public enum Settlement { case settled, overrun, running }
public struct SavedTracker {}
open class Reaction {
  public final internal(set) var node: NodeID = .none
  public init() {}
  open func evaluate(in graph: Graph) -> Evaluation { .unchanged }
  open func deliver(in graph: Graph) {}
  open func livenessChanged(_ live: Bool, in graph: Graph) {}
}
open class HeldAction { public init() {}
 open func apply(in graph: Graph) {} }
public final class Graph {
  public var waveLimit: Int = 100
  public init() {}
  public func makeSource(_ body: Reaction?) -> NodeID { .none }
  public func makeDerived(_ body: Reaction, inputs: [NodeID]) -> NodeID  { .none }
  public func makeTracked(_ body: Reaction) -> NodeID { .none }
  public func makeObserver(_ body: Reaction, input: NodeID) -> NodeID  { .none }
  public func makeEffect(_ body: Reaction) -> NodeID  { .none }
  public func dispose(_ node: NodeID)     {}
  public func read(_ node: NodeID, suspendable: Bool = false) -> ReadOutcome { .current }
  public func peek(_ node: NodeID) -> ReadOutcome { .current }
  public func pauseTracking() -> SavedTracker { SavedTracker() }
 public func resumeTracking(_ s: SavedTracker) {}
  public func changed(_ source: NodeID, cause: UInt32)  {}
  public func flush() -> Settlement   { .settled }
  public func commit(_ source: NodeID, cause: UInt32) -> Settlement { .settled }
  public func hold(_ action: HeldAction)  {}
  public func deliverInitially(_ observer: NodeID)  {}
  public var isFlushing = false, isDelivering = false, isEvaluating: Bool = false 
 public var wave: UInt32 = 0
 public var currentObserver: NodeID = .none
 public func cause(of: NodeID) -> UInt32 { 0 }
  public func setPaused(_ node: NodeID, _ b: Bool) {}
  public func markOverlaid(from source: NodeID, into list: inout [NodeID]) {}
  public func isOverlaid(_ n: NodeID) -> Bool {false}
 public func isLive(_ n:NodeID) -> Bool {true}
 public func clearOverlaid(_ list: [NodeID]) {}
 public var evaluationPath: [NodeID] { [] }
 public func body(of: NodeID) -> Reaction? { nil }
}
