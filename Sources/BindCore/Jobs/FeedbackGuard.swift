/// Finds jobs that start themselves: what a run writes starts the next one at once.
struct FeedbackGuard {
  package static let limit = 100
  private static let pause = Duration.milliseconds(50)
  private var rounds = 0
  private var lastRound: Instant?

  /// One more start, caused by what is running now.
  /// - Returns: the finding, after too many rounds without a pause.
  mutating func round(of name: String, at now: Instant, in engine: Engine) -> Diagnostic? {
    let ring = engine.causes.ring(from: engine.cause, to: name)
    if let lastRound, now - lastRound <= Self.pause, ring != nil { rounds += 1 } else { rounds = 0 }
    lastRound = now
    guard rounds >= Self.limit, let ring else { return nil }
    rounds = 0
    return Diagnostic(
      .jobFeedback, "job '\(name)' starts itself: it was stopped after \(Self.limit) rounds",
      notes: [(["job \"\(name)\""] + ring + ["job \"\(name)\""]).joined(separator: " → ")])
  }
}
