/// An observer, effect, binding or list watch that was made. Letting go of it ends nothing; `stop()` does, or the end of the scope
/// in which it was made.
///
/// Isolation: the thread of its engine.
public struct Handle {
  let callback: Callback
  init(_ callback: Callback) { self.callback = callback }

  /// The words for it in reports, such as `observer of user.name`.
  public var title: String { callback.title }
  public var isStopped: Bool { callback.isStopped }
  public var isPaused: Bool { callback.isPaused }
  /// After `Engine.errorLimit` errors in a row; `resume()` re-arms it.
  public var isSuspended: Bool { callback.isSuspended }
  public var runCount: Int { callback.runCount }
  /// Runs that changed nothing.
  public var wastedCount: Int { callback.wastedCount }
  public var errorCount: Int { callback.errorCount }
  public var lastFailure: Failure? { callback.lastFailure }

  /// No run starts after this returns; one that is running completes. Idempotent, allowed inside itself.
  public func stop() { callback.stop() }
  /// Misses what happens from now on. Undone with the transaction or callback that it is part of.
  public func pause() { callback.pause() }
  /// Goes on after `pause()` or a suspension: what has changed meanwhile is delivered.
  public func resume() { callback.resume() }
}
