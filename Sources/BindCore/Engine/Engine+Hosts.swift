import BindGraph

// What an engine has to do with those around it: hosts, of which one thread may have several, and programs without any.

/// Who wants to hear of something from an engine. Letting go of it ends nothing; `stop()` does.
///
/// Isolation: the thread of its engine.
public final class EngineListener {
  let hear: (Report) -> Void
  private var end: (EngineListener) -> Void

  init(hear: @escaping (Report) -> Void = { _ in }, end: @escaping (EngineListener) -> Void) {
    self.hear = hear
    self.end = end
  }

  /// Nothing is told after this returns. A second call does nothing.
  public func stop() {
    end(self)
    end = { _ in }
  }
}

extension Engine {
  /// Errors and warnings that nobody has caught: of observers and bindings, of transactions that no caller waits for.
  ///
  /// Of several listeners the newest is told, until it stops; then the one before it. While there is none, each is one line
  /// on the standard error. A `Host` listens while it is open. What `hear` writes is no part of what has failed.
  /// - Parameter hear: called on the engine's thread with id, message and place.
  @discardableResult
  public func onError(_ hear: @escaping (Diagnostic) -> Void) -> EngineListener {
    listen { hear(Diagnostic($0)) }
  }

  /// Tells that something has come from another thread: the engine's own thread should call `takeArrivals()` soon. A `Host`
  /// does that by itself, while its loop runs or is pumped.
  ///
  /// ```swift
  /// engine.onArrival { DispatchQueue.main.async { MainActor.assumeIsolated { _ = Engine.current.takeArrivals() } } }
  /// ```
  /// - Parameter wake: called on the thread that posts, under a lock: it wakes and does nothing else. Called once for all
  ///   that arrives until it is taken, and at once if something waits already. All listeners are called.
  @discardableResult
  public func onArrival(_ wake: @escaping @Sendable () -> Void) -> EngineListener {
    let number = mailbox.add(wake)
    return EngineListener { [mailbox] _ in mailbox.removeWake(number) }
  }

  func listen(_ hear: @escaping (Report) -> Void) -> EngineListener {
    let listener = EngineListener(hear: hear) { [weak self] listener in
      self?.reportListeners.removeAll { $0 === listener }
    }
    reportListeners.append(listener)
    return listener
  }

  /// What no scope has an outlet for.
  func tell(_ report: Report) {
    guard let listener = reportListeners.last else { return onReport(report) }
    apartFromScripts { listener.hear(report) }
  }

  /// Runs what belongs to the host and not to the script that has called it: it may write wherever the script is, sees
  /// nothing that is pending, and what it writes stands whatever becomes of the script's transaction. Inside a wave, or
  /// while something is computed, its writes are the next wave.
  package func apartFromScripts(_ body: () -> Void) {
    let outerScope = scope
    scope = root
    defer { scope = outerScope }
    // What is held already was written before.
    guard graph.isFlushing || mode == .pure || mode == .settling || graph.hasFurtherWork else { return apart(body) }
    let (hidden, outerMode, outerNoting) = (overlay, mode, noting)
    let outerWatching = watching.pointee & (Watch.overlay | Watch.tracking)
    let saved = graph.pauseTracking()
    let own = Overlay(parent: nil, isHeld: true, births: births, in: graph)
    overlay = own
    mode = .deferred
    noting = .nothing
    watching.pointee &= ~(Watch.overlay | Watch.tracking)
    body()
    overlay = hidden
    mode = outerMode
    noting = outerNoting
    watching.pointee = (watching.pointee & ~(Watch.overlay | Watch.tracking)) | outerWatching
    graph.resumeTracking(saved)
    if !own.isEmpty { graph.hold(HeldOverlay(own, in: root, stands: true)) }
  }
}

// MARK: - Several hosts

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

  package init(_ limits: EngineLimits) { self.limits = limits }
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
