/// The place of one machine among those that declare the same job: one of them has the lock and runs it, the others stand
/// by and try to get it.
package protocol ClusterSeat: AnyObject, Sendable {
  /// Gives the lock back, if it is held. Nothing is told once this has returned, but for a call that is under way.
  /// Idempotent.
  func leave()
}

/// What is told of a seat.
package enum SeatNews: Hashable, Sendable {
  /// The lock is held from now on for so long, unless that is told again.
  case held(StoreFence, validFor: Duration)
  case lost
  /// It is not known who has the lock, and why: the store does not answer.
  case unknown(String)
}
