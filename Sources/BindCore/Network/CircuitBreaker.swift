/// Whether a host is asked at all (rule T-8): a pure machine.
///
/// ```
/// closed ── 5 failures in a row ──▶ open for 30 s ──▶ one probe ── success ──▶ closed
///                                       ▲                └──── failure, twice as long, at most 5 min
/// ```
package struct CircuitBreaker: Sendable {
  package static let failureLimit = 5
  package static let firstPause = Duration.seconds(30)
  package static let longestPause = Duration.seconds(300)

  package enum Answer: Hashable, Sendable {
    case send
    /// Fail at once; the next probe is allowed at that instant.
    case refuse(until: Instant)
  }

  package private(set) var failures = 0
  private var pause = CircuitBreaker.firstPause
  /// Nil while it is closed.
  package private(set) var openUntil: Instant?
  package private(set) var isProbing = false

  package init() {}

  /// How it stands, as traces tell it.
  package enum State: Hashable, Sendable {
    case closed, probing
    case open(until: Instant)
  }

  package var state: State { isProbing ? .probing : openUntil.map { .open(until: $0) } ?? .closed }

  /// Asked before each request. After the pause exactly one is let through as the probe.
  package mutating func admit(at now: Instant) -> Answer {
    guard let openUntil else { return .send }
    guard now >= openUntil, !isProbing else { return .refuse(until: max(openUntil, now)) }
    isProbing = true
    return .send
  }

  package mutating func succeeded() { self = CircuitBreaker() }

  /// Called off, or failed for a reason of its own: it says nothing about the host.
  package mutating func learntNothing() { isProbing = false }

  /// A failure that may pass by itself.
  package mutating func failed(at now: Instant) {
    failures += 1
    if isProbing {
      isProbing = false
      pause = min(pause + pause, Self.longestPause)
      openUntil = now + pause
    } else if openUntil == nil, failures >= Self.failureLimit {
      openUntil = now + pause
    }
  }
}
