import BindCore
import Dispatch

/// Where a session works: one piece after the other, away from those who only change values.
package protocol SaveScheduler: Sendable {
  /// Its work is itself a turn of the host, and never comes in the middle of another.
  var isInTurns: Bool { get }
  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)
}

/// A queue of its own, in real time.
package final class QueueScheduler: SaveScheduler {
  package let isInTurns = false
  private let queue: DispatchQueue

  package init(name: String) { queue = DispatchQueue(label: "bindhost.store \(name)", qos: .utility) }

  package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    if delay <= .zero { return queue.async(execute: work) }
    queue.asyncAfter(
      deadline: .now() + .nanoseconds(Int(clamping: delay.wholeNanoseconds)), execute: work)
  }
}
