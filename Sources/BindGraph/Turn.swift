/// A settler that waits for its turn: at a place, and of several there in their own order.
struct Turn: Comparable {
  var place: UInt64
  var order: UInt64
  var node: UInt32

  /// In its own place: by depth, then in order of registration.
  init(_ order: UInt64, of node: UInt32) { (place, self.order, self.node) = (order, order, node) }

  /// Before or after all that are that deep.
  init(_ side: Side, depth: UInt32, _ order: UInt64, of node: UInt32) {
    place = UInt64(depth) << 32 | (side == .before ? 0 : UInt64(UInt32.max))
    (self.order, self.node) = (order, node)
  }

  enum Side { case before, after }

  static func < (one: Turn, other: Turn) -> Bool { (one.place, one.order) < (other.place, other.order) }
}
