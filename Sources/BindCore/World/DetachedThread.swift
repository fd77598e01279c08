import Glibc

/// A thread that nobody waits for.
package enum DetachedThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a body on a thread of its own.
  /// - Returns: 0, or the `errno` code of a system that gives no thread more; then the body has been let go of.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    var thread = pthread_t()
    let raw = Unmanaged.passRetained(Body(body)).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, raw)
    guard code == 0 else {
      Unmanaged<Body>.fromOpaque(raw).release()
      return code
    }
    pthread_detach(thread)
    return 0
  }
}
