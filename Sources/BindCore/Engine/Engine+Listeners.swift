import BindGraph

// Who hears what an engine has to tell: of errors, and of what has come from other threads.

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
}
