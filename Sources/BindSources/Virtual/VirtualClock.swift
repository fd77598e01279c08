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
    let timer = queue.add(due: due, label: label, kind: .owner, body: body)
    // What begins in the next turn begins in the order in which it was asked for, in real time too.
    if due <= now { timer.lane = "turn" }
    return timer
  }

  // MARK: Order

  /// Which of several things goes first that are ready at one instant.
  private var order: (random: any WorldRandom, choicesLeft: Int)?
  /// How often there was a choice.
  package private(set) var choices = 0

  /// From now on chance decides what goes first of what is ready at one instant, so many times; afterwards what was made
  /// first goes first, as without it. What has an order of its own, such as the output of one program, keeps it.
  package func choose(by random: any WorldRandom, atMost limit: Int) { order = (random, limit) }

  private func takeNext() -> (timer: QueuedTimer, body: () -> Void)? {
    guard let first = queue.next else { return nil }
    var chosen = first
    if let present = order, present.choicesLeft > 0 {
      let candidates = queue.candidates
      if candidates.count > 1 {
        choices += 1
        order?.choicesLeft -= 1
        chosen = candidates[Int(present.random.integer(in: 0...Int64(candidates.count - 1)))]
      }
    }
    return queue.take(chosen).map { (chosen, $0) }
  }

  package var pendingTimers: Int { queue.ownerCount }

  /// The owner's timers that keep a script alive, by what they are called, in order of their names.
  package var pending: [(label: String, count: Int)] {
    var counts: [String: Int] = [:]
    for timer in queue.all where timer.kind == .owner && timer.keepsAlive { counts[timer.label, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { (label: $0.key, count: $0.value) }
  }

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
    guard let (next, body) = takeNext() else { return false }
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
  /// - Parameters:
  ///   - isOrdered: after what has the same label and is ready too; false where the two do not know of each other.
  ///   - source: where it comes from, if all from there keeps its order whatever its label.
  @discardableResult
  func soon(
    _ label: String, isOrdered: Bool = true, from source: AnyObject? = nil, _ body: @escaping () -> Void
  ) -> QueuedTimer {
    let timer = queue.add(due: now, label: label, kind: .inner, body: body)
    if let source { timer.lane = "\(ObjectIdentifier(source))" } else if isOrdered { timer.lane = label }
    return timer
  }
}

/// Too many events at one instant: something makes itself again without any time passing.
package struct ClockStuck: Error, Hashable, Sendable {
  /// What the next of these events is called.
  package let label: String

  package init(label: String) { self.label = label }
}
