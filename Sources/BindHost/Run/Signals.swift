import BindLua
import BindSources
import Glibc
import Synchronization

/// SIGINT and SIGTERM while a script runs, and the end of its time (`--timeout`).
///
/// A thread of its own waits for them, because the loop cannot hear a signal while Lua runs: it stops the running
/// callback at once and wakes the loop, which ends the run in order. A second one within two seconds does not wait.
final class Signals: Sendable {
  private let interruptor: Interruptor
  private let waker: Waker
  private let caught = Atomic<Int32>(0)
  private let isOver = Atomic<Bool>(false)
  private let timeout: Duration?
  private let timeIsUp = Atomic<Bool>(false)

  static let handled = [SIGINT, SIGTERM, SIGHUP]

  /// Which signal came, or 0.
  var received: Int32 { caught.load(ordering: .acquiring) }

  /// The time given to the run was over before it had ended.
  var hasTimedOut: Bool { timeIsUp.load(ordering: .acquiring) }

  /// Call it before any other thread is made: they inherit the mask.
  static func block() {
    var set = Self.set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in handled { sigaddset(&set, signal) }
    return set
  }

  /// - Parameter timeout: counted from `start`; nil for no end.
  init(interruptor: Interruptor, waker: Waker, timeout: Duration?) {
    self.timeout = timeout
    self.interruptor = interruptor
    self.waker = waker
  }

  func start() {
    var thread = pthread_t()
    let this = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<Signals>.fromOpaque(raw).takeRetainedValue().wait() }
        return nil
      }, this)
    pthread_detach(thread)
  }

  private func wait() {
    var set = Self.set
    var last = ContinuousClock.now
    var deadline = timeout.map { last + $0 }
    while true {
      let signal = Self.next(of: &set, until: deadline)
      if signal <= 0 {
        if let end = deadline, ContinuousClock.now >= end {
          deadline = nil
          stop { timeIsUp.store(true, ordering: .releasing) }
        }
        continue
      }
      let now = ContinuousClock.now
      let isSecond = received != 0 && now - last < .seconds(2)
      if isSecond || isOver.load(ordering: .acquiring) { Self.die(by: signal) }
      last = now
      stop { caught.store(signal, ordering: .releasing) }
    }
  }

  /// Says why, then stops the running callback and wakes the loop.
  private func stop(_ note: () -> Void) {
    note()
    interruptor.interrupt()
    waker.wake()
  }

  /// The next signal; not positive when none came until then.
  private static func next(of set: inout sigset_t, until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else {
      var signal: Int32 = 0
      return sigwait(&set, &signal) == 0 ? signal : 0
    }
    let left = max(deadline - ContinuousClock.now, .zero).components
    var rest = timespec(tv_sec: Int(left.seconds), tv_nsec: Int(left.attoseconds / 1_000_000_000))
    return sigtimedwait(&set, nil, &rest)
  }

  /// The interpreter is about to close: the next signal ends the process.
  func finish() { isOver.store(true, ordering: .releasing) }

  /// Ends the process as the signal does by default, so that the caller's shell sees it.
  static func die(by signal: Int32) -> Never {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    Glibc.signal(signal, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), signal)
    // Of several threads another one may be chosen: wait for the end.
    while true { pause() }
  }
}
