package import BindCore

/// A clock that stands still until it is moved: time jumps from one due event to the next.
///
/// Events run by due time, then in the order in which they were made, so equal programs run equally.
package final class VirtualClock: WorldClock {
  /// 2026-01-01T00:00:00Z
  package static let startDate = WallTime(seconds: 1_767_225_600)
  /// Events at one instant; more is taken for a timer that makes itself again without delay.
  package static let eventsPerInstantLimit = 100_000

  let queue = TimerQueue()
  /// The zones are the machine's, but the script runs in UTC: a test gives the same everywhere.
  package let zones: any TimeZones = MachineZones(local: "UTC")
  package private(set) var now = Instant(nanoseconds: 0)
  /// What the wall clock shows when the monotonic one shows zero.
  private var origin = VirtualClock.startDate
  /// Runs a callback of the owner.
  var deliver: (() -> Void) -> Void = { $0() }
  /// Called after each event.
  var eventEnded: () -> Void = {}

  package var date: WallTime { origin + (now - Instant(nanoseconds: 0)) }

  package func schedule(at due: Instant, label: String, _ body: @escaping () -> Void) -> any Token {
    queue.add(due: due, label: label, kind: .owner, body: body)
  }

  package var pendingTimers: Int { queue.ownerCount }

  /// When the next event is due, and what it is called.
  package var next: (due: Instant, label: String)? { queue.next.map { ($0.due, $0.label) } }

  // MARK: Moving it

  /// Runs everything due up to and including now + `step`, what those events make included, and ends there.
  package func advance(by step: Duration) throws(ClockStuck) {
    let end = now + max(step, .zero)
    var left = Self.eventsPerInstantLimit
    var instant = now
    while let due = queue.next?.due, due <= end {
      if due > instant {
        instant = due
        left = Self.eventsPerInstantLimit
      }
      guard left > 0 else { throw ClockStuck(label: queue.next?.label ?? "") }
      left -= 1
      runNext()
    }
    now = max(now, end)
  }

  /// Jumps to the next event and runs it.
  /// - Returns: false if there is none.
  @discardableResult
  package func runNext() -> Bool {
    guard let next = queue.next, let body = queue.takeNext() else { return false }
    // Later than due if time has passed in which nothing ran.
    now = max(now, next.due)
    if next.kind == .inner { body() } else { deliver(body) }
    eventEnded()
    return true
  }

  /// Time passes and nothing runs, as in a suspended machine; what is due then is late.
  package func sleep(for step: Duration) { now = now + max(step, .zero) }

  /// Sets the wall clock, and nothing else.
  package func set(date: WallTime) {
    origin = WallTime(seconds: date.seconds - (now - Instant(nanoseconds: 0)).inSeconds)
  }

  /// Runs `body` as the next event of this instant.
  @discardableResult
  func soon(_ label: String, _ body: @escaping () -> Void) -> QueuedTimer {
    queue.add(due: now, label: label, kind: .inner, body: body)
  }
}

/// Too many events at one instant: something makes itself again without any time passing.
package struct ClockStuck: Error, Hashable, Sendable {
  /// What the next of these events is called.
  package let label: String

  package init(label: String) { self.label = label }
}
