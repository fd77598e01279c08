package import BindCore
import CUV

/// Wakes a sleeping loop from any thread.
///
/// Invariant: the pointer inside the lock is an open async handle, or nil; it is taken away, under the lock, before
/// the handle closes. So a late `wake` never touches freed memory.
package final class Waker: Sendable {
  private struct Target: @unchecked Sendable {
    // libuv allows uv_async_send from any thread while the handle is open; the lock keeps it open meanwhile.
    var pointer: UnsafeMutablePointer<uv_async_t>?
  }

  private let target: Lock<Target>

  fileprivate init() { target = Lock(Target(pointer: nil)) }

  package func wake() {
    target.withLock { target in
      if let pointer = target.pointer { _ = uv_async_send(pointer) }
    }
  }

  fileprivate func aim(at pointer: UnsafeMutablePointer<uv_async_t>?) {
    let next = Target(pointer: pointer)
    target.withLock { $0 = next }
  }
}

private final class AsyncHandle: Handle {
  private let waker: Waker
  private var body: (() -> Void)?

  init(waker: Waker, on loop: EventLoop, body: @escaping () -> Void) throws(SystemError) {
    self.waker = waker
    self.body = body
    try super.init(.async, type: UV_ASYNC, on: loop) { loop, memory in
      uv_async_init(loop, memory.assumingMemoryBound(to: uv_async_t.self)) { pointer in
        guard let handle = AsyncHandle.of(pointer), let body = handle.body else { return }
        handle.loop.deliver(body)
      }
    }
    isReferenced = false
    waker.aim(at: typed(uv_async_t.self))
  }

  override func willClose() {
    waker.aim(at: nil)
    body = nil
  }
}

extension EventLoop {
  /// A waker for this loop. It keeps no run alive.
  /// - Parameter body: runs on the owner's thread after one or more calls of `wake`; the turn ends after it.
  package func makeWaker(_ body: @escaping () -> Void = {}) throws(SystemError) -> Waker {
    let waker = Waker()
    _ = try AsyncHandle(waker: waker, on: self, body: body)
    return waker
  }

  /// An inbox that wakes this loop. The owner drains it in `onTurn`, which runs after each wake.
  package func makeInbox<Arrival: Sendable>(
    of type: Arrival.Type = Arrival.self, capacity: Int = 65_536
  ) throws(SystemError) -> Inbox<Arrival> {
    let waker = try makeWaker()
    return Inbox(capacity: capacity) { waker.wake() }
  }
}
