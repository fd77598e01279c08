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

  static let handled = SignalSet(SIGINT, SIGTERM, SIGHUP)

  /// Which signal came, or 0.
  var received: Int32 { caught.load(ordering: .acquiring) }

  /// The time given to the run was over before it had ended.
  var hasTimedOut: Bool { timeIsUp.load(ordering: .acquiring) }

  /// - Parameter timeout: counted from `start`; nil for no end.
  init(interruptor: Interruptor, waker: Waker, timeout: Duration?) {
    self.timeout = timeout
    self.interruptor = interruptor
    self.waker = waker
  }

  func start() {
    Self.handled.listen { [self] signal, sinceLast in
      let isSecond = received != 0 && sinceLast < .seconds(2)
      if isSecond || isOver.load(ordering: .acquiring) { Self.die(by: signal) }
      stop { caught.store(signal, ordering: .releasing) }
    }
    if let timeout { HostThread.start { [self] in expire(after: timeout) } }
  }

  /// Sleeps until the time of the run is over, or the run.
  private func expire(after timeout: Duration) {
    let end = ContinuousClock.now + timeout
    while !isOver.load(ordering: .acquiring) {
      let left = (end - ContinuousClock.now).wholeMilliseconds
      if left <= 0 { return stop { timeIsUp.store(true, ordering: .releasing) } }
      usleep(UInt32(min(left, 100)) * 1000)
    }
  }

  /// Says why, then stops the running callback and wakes the loop.
  private func stop(_ note: () -> Void) {
    note()
    interruptor.interrupt()
    waker.wake()
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

extension Duration {
  fileprivate var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds > 1 << 40 ? 1 << 50 : seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
