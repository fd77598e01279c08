import BindCore
import Glibc

/// Threads of stores, for what waits.
enum StoreThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a body on a thread of its own, which nobody waits for.
  /// - Parameter purpose: for the message.
  static func start(_ purpose: String, _ body: @escaping @Sendable () -> Void) throws(StoreError) {
    var thread = pthread_t()
    let raw = Unmanaged.passRetained(Body(body)).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
        return nil
      }, raw)
    guard code == 0 else {
      Unmanaged<Body>.fromOpaque(raw).release()
      throw StoreError(errno: code, "pthread_create", purpose)
    }
    pthread_detach(thread)
  }
}
