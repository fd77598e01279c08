import BindCore
import BindLua
import Synchronization

/// Ctrl-C while tests run: the running callback stops at once, the run ends with the totals so far. A second one within two
/// seconds does not wait.
final class TestStop: Sendable {
  private let interruptor = Lock<Interruptor?>(nil)
  private let caught = Atomic<Int32>(0)
  private let isOver = Atomic<Bool>(false)

  /// Which signal came, or 0.
  var received: Int32 { caught.load(ordering: .acquiring) }
  var isStopped: Bool { received != 0 }

  /// What runs now.
  func aim(at next: Interruptor?) { interruptor.withLock { $0 = next } }

  /// From now on signals are heard here. Call `Signals.handled.block()` before any other thread is made.
  func listen() {
    Signals.handled.listen { [self] signal, sinceLast in
      if isOver.load(ordering: .acquiring) || (isStopped && sinceLast < .seconds(2)) { Signals.die(by: signal) }
      caught.store(signal, ordering: .releasing)
      interruptor.withLock { $0?.interrupt() }
    }
  }

  /// The next signal ends the process.
  func finish() { isOver.store(true, ordering: .releasing) }
}
