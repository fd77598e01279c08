/// The clock half of the World. Timers, grids and durations use `now`; cron and dates use `date`.
package protocol WorldClock: AnyObject {
  /// Monotonic: never set back, never jumps. It stands still while the machine is suspended.
  var now: Instant { get }

  /// The wall clock.
  var date: WallTime { get }

  /// Runs `body` once on the owner's thread, never before `due` and never inside this call.
  /// Timers run by due time; those due at the same instant in the order in which they were made.
  /// - Parameter label: what traces and reports call it.
  @discardableResult
  func schedule(at due: Instant, label: String, _ body: @escaping () -> Void) -> any Token

  /// What clocks on walls show elsewhere.
  var zones: any TimeZones { get }

  /// Timers made by `schedule` that have neither run nor been cancelled.
  var pendingTimers: Int { get }
}

extension WorldClock {
  /// Runs `body` once when `delay` has passed. A negative delay counts as none.
  @discardableResult
  package func schedule(
    after delay: Duration, label: String, _ body: @escaping () -> Void
  ) -> any Token {
    schedule(at: now + max(delay, .zero), label: label, body)
  }
}
