public import CBindValue
import Glibc

// An engine belongs to one thread, and each thread has at most one.

extension Engine {
  /// Every write, observation, binding and transaction asks, in every build: one compare with a register. Reading a value
  /// asks in debug builds only.
  @inlinable @inline(__always)
  package func checkThread() {
    precondition(owner == UInt(bh_running_thread()), "bindhost: used from a thread that does not own it")
  }

  @usableFromInline var isOnItsThread: Bool { owner == Self.runningThread }

  /// Tells the running thread from others.
  static var runningThread: UInt { UInt(bh_running_thread()) }

  /// Lets another thread run: for a poster that waits for room.
  static func giveWay() { sched_yield() }

  /// To the standard error.
  static func printReport(_ report: Report) {
    let line = Array("bindhost: \(report.during): \(report.failure)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The calling thread's engine, made on first use. Two hosts in one process live on two threads.
  public static var current: Engine {
    if let raw = pthread_getspecific(CurrentEngine.key) {
      return Unmanaged<Engine>.fromOpaque(raw).takeUnretainedValue()
    }
    let engine = Engine()
    engine.becomeCurrent()
    return engine
  }

  /// Makes this the calling thread's engine.
  package func becomeCurrent() {
    if let raw = pthread_getspecific(CurrentEngine.key) { Unmanaged<Engine>.fromOpaque(raw).release() }
    pthread_setspecific(CurrentEngine.key, Unmanaged.passRetained(self).toOpaque())
  }
}

private enum CurrentEngine {
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in
      if let raw { Unmanaged<Engine>.fromOpaque(raw).release() }
    }
    return key
  }()
}
