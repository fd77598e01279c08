import Glibc

/// Signals that a thread of their own waits for, because the loop hears nothing while Lua runs.
struct SignalSet: Sendable {
  let signals: [Int32]

  init(_ signals: Int32...) { self.signals = signals }

  private var mask: sigset_t {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    return mask
  }

  /// Call it before any other thread is made: they inherit the mask.
  func block() {
    var mask = mask
    pthread_sigmask(SIG_BLOCK, &mask, nil)
  }

  /// Calls `body` for each of them, with the time since the one before (or since this call), on a thread of its own that
  /// ends with the process.
  func listen(_ body: @escaping @Sendable (_ signal: Int32, _ sinceLast: Duration) -> Void) {
    HostThread.start {
      var mask = mask
      var last = ContinuousClock.now
      while true {
        var signal: Int32 = 0
        guard sigwait(&mask, &signal) == 0 else { continue }
        let now = ContinuousClock.now
        body(signal, now - last)
        last = now
      }
    }
  }
}
