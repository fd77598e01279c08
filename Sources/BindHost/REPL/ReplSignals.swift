import BindLua
import BindSources
import Glibc
import Synchronization

/// Signals at a prompt: Ctrl-C stops what Lua runs and nothing else, Ctrl-Z gives the terminal back while the program
/// stands still, the others end it in order.
///
/// A thread of its own waits for them, because the loop hears nothing while Lua runs.
final class ReplSignals: Sendable {
  private let interruptor: Interruptor
  private let waker: Waker
  private let terminal: TerminalMode?
  private let interrupts = Atomic<Int>(0)
  private let ending = Atomic<Int32>(0)
  private let redraws = Atomic<Int>(0)
  private let resizes = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)

  static let handled = SignalSet(SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH)

  /// Which signal ends the program, or 0.
  var received: Int32 { ending.load(ordering: .acquiring) }

  init(interruptor: Interruptor, waker: Waker, terminal: TerminalMode?) {
    self.interruptor = interruptor
    self.waker = waker
    self.terminal = terminal
  }

  func start() { Self.handled.listen { [self] signal, _ in take(signal) } }

  /// Ctrl-C has come, and nobody has taken it yet.
  var isInterrupted: Bool { interrupts.load(ordering: .acquiring) > 0 }

  /// What has come since the last call.
  func take() -> (interrupts: Int, resizes: Int, redraws: Int) {
    (
      interrupts.exchange(0, ordering: .acquiring), resizes.exchange(0, ordering: .acquiring),
      redraws.exchange(0, ordering: .acquiring)
    )
  }

  private func take(_ signal: Int32) {
    switch signal {
    case SIGINT:
      if isOver.load(ordering: .acquiring) { die(by: signal) }
      interrupts.add(1, ordering: .releasing)
      interruptor.interrupt()
    case SIGWINCH: resizes.add(1, ordering: .releasing)
    case SIGTSTP:
      terminal?.end()
      kill(getpid(), SIGSTOP)
      // Somebody has called it back.
      terminal?.begin()
      redraws.add(1, ordering: .releasing)
    default:
      if received != 0 || isOver.load(ordering: .acquiring) { die(by: signal) }
      ending.store(signal, ordering: .releasing)
      interruptor.interrupt()
    }
    waker.wake()
  }

  private func die(by signal: Int32) -> Never {
    terminal?.end()
    Signals.die(by: signal)
  }

  /// The interpreter is about to close: the next signal ends the process.
  func finish() { isOver.store(true, ordering: .releasing) }
}
