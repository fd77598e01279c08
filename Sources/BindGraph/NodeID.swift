/// A node of a graph: its place in the arena, and which of the place's tenants is meant.
///
/// An id whose node has been disposed is harmless: every call with it does nothing.
@frozen public struct NodeID: Hashable, Sendable {
  public let index: UInt32
  public let generation: UInt32

  @inlinable
  public init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }

  @inlinable public static var none: NodeID { NodeID(index: 0, generation: 0) }
}
