/// What happened, in order, a line for each event: transitions and attempts of loadables and jobs, what was discarded,
/// skipped or missed, writes in flight. The same script with the same seed gives the same bytes.
///
/// Isolation: confined to its engine's thread. Where there is none, an event costs a look.
package final class Trace {
  private let clock: any WorldClock
  private let start: Instant
  /// Events are counted from the first one that was traced.
  private let firstCause: UInt32
  private unowned(unsafe) let engine: Engine
  package private(set) var lines: [String] = []
  /// Called with each line, as it is written.
  package var onLine: ((String) -> Void)?
  /// The first events; later ones are counted only.
  package var limit = 1_000_000
  package private(set) var dropped = 0

  package init(_ engine: Engine, clock: any WorldClock) {
    self.engine = engine
    self.clock = clock
    start = clock.now
    firstCause = engine.causes.record(.initial, parent: .none).index
  }

  /// - Parameter event: such as `loadable profile g2 reloading`.
  func note(_ event: String) {
    guard lines.count < limit else {
      dropped += 1
      return
    }
    let line = "\(Self.text(of: clock.now - start)) \(engine.secrets.hide(event))\(cause)"
    lines.append(line)
    onLine?(line)
  }

  /// The number of the event that led to it.
  private var cause: String { engine.cause == .none ? "" : "  #\(engine.cause.index &- firstCause)" }

  /// Seconds with all their digits: `12.000250000`.
  static func text(of time: Duration) -> String {
    let nanoseconds = time.wholeNanoseconds
    let fraction = String(nanoseconds % 1_000_000_000)
    return "\(nanoseconds / 1_000_000_000).\(String(repeating: "0", count: 9 - fraction.count))\(fraction)"
  }

  package var text: String { lines.map { $0 + "\n" }.joined() }
}

extension Loadable {
  /// What has changed since `before`.
  func trace(since before: LoadableMachine) {
    guard let trace = engine.trace else { return }
    let what = "\(options.causeKind == .job ? "job" : "loadable") \(name) g\(machine.generation)"
    if machine.discarded != before.discarded { trace.note("\(what) discarded \(machine.discarded)") }
    if machine.attempts > before.attempts || machine.generation != before.generation, machine.activity == .running {
      trace.note("\(what) attempt \(machine.attempts)")
    }
    switch machine.activity {
    case .backoff where before.activity != .backoff: trace.note("\(what) backoff")
    case .paused(let reason) where before.activity != machine.activity: trace.note("\(what) paused \(reason.rawValue)")
    default: break
    }
    if machine.face != before.face {
      var line = "\(what) \(before.face.rawValue) → \(machine.face.rawValue)"
      if machine.hasError, let failure { line += "  \(failure.kindAndStatus.kind.rawValue)" }
      trace.note(line)
    } else if machine.updatedAt != before.updatedAt || machine.epoch != before.epoch {
      trace.note("\(what) value e\(machine.epoch)")
    }
    if machine.isStale, !before.isStale { trace.note("\(what) stale") }
  }
}

extension Job {
  func trace(since before: JobMachine) {
    guard let trace = engine.trace else { return }
    if machine.skipped != before.skipped { trace.note("job \(name) skipped \(machine.skipped)") }
    if machine.missed != before.missed { trace.note("job \(name) missed \(machine.missed)") }
    if machine.isPaused != before.isPaused { trace.note("job \(name) \(machine.isPaused ? "paused" : "resumed")") }
    if machine.isStopped, !before.isStopped { trace.note("job \(name) stopped") }
  }
}
