/// The way to one host: so many requests at once, so many in a time, in the order in which they came (rule T-9), and none
/// while its circuit is open. A pure machine; requests are numbers here.
package struct HostLane: Sendable {
  /// What one host may be asked.
  package struct Limits: Hashable, Sendable {
    /// Requests under way at once.
    package var concurrency = 6
    /// Requests that may begin in a burst; then so many in a second.
    package var burst = 200.0
    package var perSecond = 100.0

    package init() {}
  }

  package enum Step: Hashable, Sendable {
    case start(Int)
    /// The circuit is open until then.
    case refuse(Int, until: Instant)
    /// Ask again then.
    case wait(until: Instant)
    case rest
  }

  private let limits: Limits
  private var breaker = CircuitBreaker()
  private var running = 0
  /// Invariant: no number in both.
  private var observed: [Int] = []
  private var unobserved: [Int] = []
  private var tokens: Double
  private var filled: Instant

  package init(limits: Limits, at now: Instant) {
    self.limits = limits
    tokens = limits.burst
    filled = now
  }

  /// Nothing under way, nothing waiting, nothing to remember.
  package func isIdle(at now: Instant) -> Bool {
    running == 0 && observed.isEmpty && unobserved.isEmpty && breaker.failures == 0
      && tokens + (now - filled).inSeconds * limits.perSecond >= limits.burst
  }

  package mutating func join(_ number: Int, isObserved: Bool) {
    if isObserved { observed.append(number) } else { unobserved.append(number) }
  }

  package var circuit: CircuitBreaker.State { breaker.state }

  /// Leaves the queue: no token is taken.
  package mutating func leave(_ number: Int) {
    observed.removeAll { $0 == number }
    unobserved.removeAll { $0 == number }
  }

  /// What is to be done now. Called again until it says `wait` or `rest`.
  package mutating func next(at now: Instant) -> Step {
    guard let number = observed.first ?? unobserved.first else { return .rest }
    guard running < limits.concurrency else { return .rest }
    refill(at: now)
    guard tokens >= 1 else {
      return .wait(until: now + Duration(clampingSeconds: (1 - tokens) / limits.perSecond) + .milliseconds(1))
    }
    switch breaker.admit(at: now) {
    case .send:
      leave(number)
      tokens -= 1
      running += 1
      return .start(number)
    case .refuse(let until):
      leave(number)
      return .refuse(number, until: until)
    }
  }

  /// One that was started is over.
  package mutating func ended(_ verdict: Verdict, at now: Instant) {
    running -= 1
    switch verdict {
    case .good: breaker.succeeded()
    case .bad: breaker.failed(at: now)
    case .none: breaker.learntNothing()
    }
  }

  /// What the end of a request says about its host.
  package enum Verdict: Hashable, Sendable { case good, bad, none }

  private mutating func refill(at now: Instant) {
    tokens = min(tokens + (now - filled).inSeconds * limits.perSecond, limits.burst)
    filled = now
  }
}
