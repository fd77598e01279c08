import BindCore

/// Threads of stores, for what waits.
enum StoreThread {
  /// Runs a body on a thread of its own, which nobody waits for.
  /// - Parameter purpose: for the message.
  static func start(_ purpose: String, _ body: @escaping @Sendable () -> Void) throws(StoreError) {
    let code = DetachedThread.start(body)
    guard code == 0 else { throw StoreError(errno: code, "pthread_create", purpose) }
  }
}
