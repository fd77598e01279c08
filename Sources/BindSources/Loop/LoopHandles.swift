package import BindCore
import CUV

/// libuv's timer, in whole milliseconds.
final class TimerHandle: Handle {
  private let body: () -> Void
  private var armedDue: Instant?

  init(on loop: EventLoop, body: @escaping () -> Void) throws(SystemError) {
    self.body = body
    try super.init(.timer, type: UV_TIMER, on: loop) { loop, memory in
      uv_timer_init(loop, memory.assumingMemoryBound(to: uv_timer_t.self))
    }
    isReferenced = false
  }

  /// Fires at `due` or up to a millisecond later; nil stops it.
  func arm(due: Instant?, now: Instant) {
    guard due != armedDue else { return }
    armedDue = due
    guard let due else {
      uv_timer_stop(typed(uv_timer_t.self))
      return
    }
    let nanoseconds = max((due - now).wholeNanoseconds, 0)
    let milliseconds = UInt64(nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
    // libuv counts from its own idea of now, which is as old as this pass.
    uv_update_time(loop.pointer)
    uv_timer_start(
      typed(uv_timer_t.self),
      { pointer in
        guard let handle = TimerHandle.of(pointer) else { return }
        handle.armedDue = nil
        handle.body()
      }, milliseconds, 0)
  }
}

/// Runs before the loop sleeps.
final class PrepareHandle: Handle {
  private let body: () -> Void

  init(on loop: EventLoop, body: @escaping () -> Void) throws(SystemError) {
    self.body = body
    try super.init(.prepare, type: UV_PREPARE, on: loop) { loop, memory in
      uv_prepare_init(loop, memory.assumingMemoryBound(to: uv_prepare_t.self))
    }
    uv_prepare_start(typed(uv_prepare_t.self)) { pointer in PrepareHandle.of(pointer)?.body() }
    isReferenced = false
  }
}

/// A descriptor of somebody else's, watched for input.
final class PollHandle: Handle {
  private var body: (() -> Void)?

  /// - Parameter body: runs whenever there is something to read; it should read all of it.
  init(descriptor: Int32, on loop: EventLoop, body: @escaping () -> Void) throws(SystemError) {
    self.body = body
    try super.init(.poll, type: UV_POLL, on: loop) { loop, memory in
      uv_poll_init(loop, memory.assumingMemoryBound(to: uv_poll_t.self), descriptor)
    }
    uv_poll_start(typed(uv_poll_t.self), Int32(UV_READABLE.rawValue)) { pointer, _, _ in
      PollHandle.of(pointer)?.body?()
    }
  }

  override func willClose() { body = nil }
}

/// A signal of the process as an event.
final class SignalHandle: Handle {
  private var body: (() -> Void)?

  init(number: Int32, on loop: EventLoop, body: @escaping () -> Void) throws(SystemError) {
    self.body = body
    try super.init(.signal, type: UV_SIGNAL, on: loop) { loop, memory in
      uv_signal_init(loop, memory.assumingMemoryBound(to: uv_signal_t.self))
    }
    let code = uv_signal_start(
      typed(uv_signal_t.self), { pointer, _ in SignalHandle.of(pointer)?.body?() }, number)
    guard code >= 0 else {
      close()
      throw SystemError(code: code)
    }
    bh_unblock_signal(number)
  }

  override func willClose() { body = nil }
}

/// A handle as its user holds it.
final class HandleToken: Token {
  private let handle: Handle

  init(_ handle: Handle) { self.handle = handle }

  var isActive: Bool { !handle.isClosing }
  var keepsAlive: Bool {
    get { handle.isReferenced }
    set { handle.isReferenced = newValue }
  }
  func cancel() { handle.close() }
}

extension EventLoop {
  /// Runs `body` at each arrival of a signal; its default action no longer happens. It keeps no run alive unless told to.
  package func onSignal(_ number: Int32, _ body: @escaping () -> Void) throws(SystemError) -> any Token {
    let handle = try SignalHandle(number: number, on: self) { [unowned self] in deliver(body) }
    handle.isReferenced = false
    return HandleToken(handle)
  }

  /// Runs `body` whenever there is something to read from a descriptor, which stays the caller's.
  package func onReadable(_ descriptor: Int32, _ body: @escaping () -> Void) throws(SystemError) -> any Token {
    HandleToken(try PollHandle(descriptor: descriptor, on: self) { [unowned self] in deliver(body) })
  }
}
