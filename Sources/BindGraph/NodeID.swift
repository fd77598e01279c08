/// A node of a graph: its place in the arena, and which of the place's tenants is meant.
///
/// An id whose node has been disposed is harmless: every call with it does nothing.
@frozen public struct NodeID: Hashable, Sendable {
  /// Both in one word, so that ids are compared at once.
  @usableFromInline let bits: UInt64
  @inlinable public var index: UInt32 { UInt32(truncatingIfNeeded: bits) }
  @inlinable public var generation: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

  @inlinable
  public init(index: UInt32, generation: UInt32) {
    bits = UInt64(generation) << 32 | UInt64(index)
  }

  @inlinable public static var none: NodeID { NodeID(index: 0, generation: 0) }
}
