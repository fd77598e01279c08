import BindCore
import CUV

/// A piece of blocking work in libuv's thread pool, and its result back on the owner's thread.
///
/// Invariant: while it is under way, libuv holds the request and the request holds this object. The pool's thread calls
/// `body` only, which leaves its result behind a lock.
final class PoolWork: Token {
  private let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
  private unowned let loop: EventLoop
  private let body: @Sendable () -> Void
  private var completion: (() -> Void)?
  /// Work under way keeps the loop alive whatever this says; it is short.
  var keepsAlive = true

  /// - Parameters:
  ///   - body: runs on a thread of the pool.
  ///   - completion: gets what `body` returned, on the owner's thread, once, never inside this call, unless it is cancelled.
  ///     The work itself goes on then.
  init<Answer: Sendable>(
    on loop: EventLoop, _ body: @escaping @Sendable () -> Answer, completion: @escaping (Answer) -> Void
  ) {
    self.loop = loop
    let answer = Lock(Answer?.none)
    self.body = {
      let found = body()
      answer.withLock { $0 = found }
    }
    self.completion = {
      if let found = answer.withLock({ $0 }) { completion(found) }
    }
    loop.activities[ObjectIdentifier(self)] = self
    loop.fileRequestStarted()
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    let code = uv_queue_work(
      loop.pointer, request,
      { request in
        guard let data = request?.pointee.data else { return }
        Unmanaged<PoolWork>.fromOpaque(data).takeUnretainedValue().body()
      },
      { request, _ in
        guard let data = request?.pointee.data else { return }
        Unmanaged<PoolWork>.fromOpaque(data).takeRetainedValue().finish()
      })
    precondition(code == 0, "libuv refuses work without a function only")
  }

  deinit { request.deallocate() }

  private func finish() {
    loop.fileRequestEnded()
    loop.activities[ObjectIdentifier(self)] = nil
    guard let completion else { return }
    self.completion = nil
    loop.deliver(completion)
  }

  var isActive: Bool { completion != nil }

  func cancel() { completion = nil }
}
