import BindCore
import BindLua
import Glibc
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

  /// From now on signals are heard here. Call `Signals.block()` before any other thread is made.
  func listen() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<TestStop>.fromOpaque(raw).takeRetainedValue().wait() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  /// The next signal ends the process.
  func finish() { isOver.store(true, ordering: .releasing) }

  private func wait() {
    var set = Signals.set
    var last = ContinuousClock.now
    while true {
      var signal: Int32 = 0
      guard sigwait(&set, &signal) == 0 else { continue }
      let now = ContinuousClock.now
      if isOver.load(ordering: .acquiring) || (isStopped && now - last < .seconds(2)) { Signals.die(by: signal) }
      last = now
      caught.store(signal, ordering: .releasing)
      interruptor.withLock { $0?.interrupt() }
    }
  }
}
