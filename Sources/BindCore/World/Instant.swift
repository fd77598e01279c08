/// A point on the World's monotonic clock. Its origin means nothing; only differences do.
package struct Instant: Hashable, Sendable {
  /// Nanoseconds since the clock's own origin.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The far end of the clock: a sum that would pass it stays there.
  package static let distantFuture = Instant(nanoseconds: .max)
}

extension Instant: Comparable {
  package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  package static func + (instant: Instant, step: Duration) -> Instant {
    let (sum, passed) = instant.nanoseconds.addingReportingOverflow(step.wholeNanoseconds)
    guard passed else { return Instant(nanoseconds: sum) }
    return Instant(nanoseconds: step < .zero ? .min : .max)
  }

  package static func - (later: Instant, earlier: Instant) -> Duration {
    let (gap, passed) = later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return .nanoseconds(passed ? (later < earlier ? .min : .max) : gap)
  }
}

/// A time of day and date: seconds since 1970-01-01T00:00:00Z. It may jump when somebody sets the machine's clock.
package struct WallTime: Hashable, Comparable, Sendable {
  package let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  package static func < (left: WallTime, right: WallTime) -> Bool { left.seconds < right.seconds }

  package static func + (time: WallTime, step: Duration) -> WallTime {
    WallTime(seconds: time.seconds + step.inSeconds)
  }
}

extension Duration {
  /// The whole nanoseconds of this duration, clamped to 64 bits (292 years).
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, passed) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || passed ? (seconds < 0 ? .min : .max) : sum
  }

  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// A duration of so many seconds; what is beyond 64 bits of nanoseconds is clamped, NaN is zero.
  package init(clampingSeconds seconds: Double) {
    let nanoseconds = (seconds * 1e9).rounded()
    self = .nanoseconds(
      nanoseconds.isNaN
        ? 0
        : nanoseconds >= 9.2e18 ? Int64.max : nanoseconds <= -9.2e18 ? Int64.min : Int64(nanoseconds))
  }
}
