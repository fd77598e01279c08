// Hosts that are open, of which one thread may have several, and the limits that they set.

/// What one outermost write, and what scripts have made, may come to.
package struct EngineLimits {
  package var waves = 100
  package var errors = 10
  package var observers = 100_000
  package var timers = 10_000

  package init() {}
}

/// A host that is open: of several, the newest sets the limits and hears what is nobody's.
package final class EngineOccupant {
  fileprivate let limits: EngineLimits
  /// That of its World.
  package var clock: (any WorldClock)?
  /// What is its own ends with it.
  package var scope: Scope?
  fileprivate var listener: EngineListener?
  /// What waits by its clock and may live longer, as it came. Invariant: a cell that dies takes itself out.
  private var timed: [Int: Unmanaged<TimedCell>] = [:]
  private var lastTimed = 0

  package init(_ limits: EngineLimits) { self.limits = limits }

  /// - Returns: the number to take it out by.
  func add(_ cell: TimedCell) -> Int {
    lastTimed += 1
    timed[lastTimed] = .passUnretained(cell)
    return lastTimed
  }

  func remove(timed number: Int) { timed[number] = nil }

  /// There is no loop any more in which its time would pass.
  fileprivate func endTime() {
    let cells = timed.sorted { $0.key < $1.key }.map { $0.value.takeUnretainedValue() }
    timed = [:]
    for cell in cells { cell.timeHasEnded() }
  }
}

extension Engine {
  package func moveIn(_ occupant: EngineOccupant, hear: @escaping (Report) -> Void) {
    if occupants.isEmpty { ownLimits = limits }
    occupants.append(occupant)
    limits = occupant.limits
    occupant.listener = listen(hear)
  }

  /// The limits are those of the newest that remains, or what they were before the first. A second call does nothing.
  package func moveOut(_ occupant: EngineOccupant) {
    occupant.listener?.stop()
    guard let index = occupants.firstIndex(where: { $0 === occupant }) else { return }
    let wasNewest = index == occupants.count - 1
    occupants.remove(at: index)
    if wasNewest { limits = occupants.last?.limits ?? ownLimits }
    occupant.endTime()
  }

  /// What timers of Swift's run by: the clock of the newest host, with which what is made in no scope ends.
  func clock(for what: String) throws(Failure) -> (clock: any WorldClock, scope: Scope) {
    if let host = occupants.last, let clock = host.clock, let main = host.scope {
      return (clock, scope === root ? main : try openScope(for: what))
    }
    throw .diagnostic(
      Diagnostic(
        .bindArgument, "\(what): there is no clock on this thread",
        notes: ["make a Host first, and run or pump it: timers run in its loop"]))
  }

  /// It is that of a whole host, such as a script's: what lives in it is not short-lived.
  func isOfHost(_ scope: Scope) -> Bool { occupants.contains { $0.scope === scope } }

  private var limits: EngineLimits {
    get {
      var limits = EngineLimits()
      (limits.waves, limits.errors, limits.observers, limits.timers) = (
        waveLimit, errorLimit, observerLimit, timerLimit
      )
      return limits
    }
    set {
      (waveLimit, errorLimit, observerLimit, timerLimit) = (
        newValue.waves, newValue.errors, newValue.observers, newValue.timers
      )
    }
  }
}
