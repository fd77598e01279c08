/// Where everything from outside arrives: any thread posts, the owner drains at the start of a turn.
///
/// Bounded, first in first out (so also for each thread). A post to an empty inbox wakes the owner once; later
/// ones ride along until it drains.
package final class Inbox<Arrival: Sendable>: Sendable {
  package enum PostResult: Hashable, Sendable {
    case accepted
    /// `capacity` arrivals wait already; this one was not taken.
    case full
    case closed
  }

  private struct Contents {
    var arrivals: [Arrival] = []
    var isClosed = false
    var refused = 0
  }

  package let capacity: Int
  private let contents = Lock(Contents())
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - capacity: arrivals that may wait.
  ///   - wake: makes the owner drain soon; called from the posting thread, outside the lock.
  package init(capacity: Int = 65_536, wake: @escaping @Sendable () -> Void) {
    precondition(capacity > 0)
    self.capacity = capacity
    self.wake = wake
  }

  /// From any thread.
  /// - Parameter evenIfFull: for the owner, who cannot wait for itself.
  @discardableResult
  package func post(_ arrival: Arrival, evenIfFull: Bool = false) -> PostResult {
    let (result, isFirst) = contents.withLock { contents -> (PostResult, Bool) in
      if contents.isClosed { return (.closed, false) }
      guard evenIfFull || contents.arrivals.count < capacity else {
        contents.refused += 1
        return (.full, false)
      }
      contents.arrivals.append(arrival)
      return (.accepted, contents.arrivals.count == 1)
    }
    if isFirst { wake() }
    return result
  }

  /// Everything that waits, oldest first. For the owner.
  package func drain() -> [Arrival] {
    contents.withLock { contents in
      var taken: [Arrival] = []
      swap(&taken, &contents.arrivals)
      return taken
    }
  }

  /// Nothing is accepted from now on; what waits can still be drained.
  package func close() { contents.withLock { $0.isClosed = true } }

  /// Arrivals waiting now.
  package var count: Int { contents.withLock { $0.arrivals.count } }

  /// Posts that found the inbox full, since it was made.
  package var refusedCount: Int { contents.withLock { $0.refused } }
}
