import BindCore
import BindLua
import BindSources
import Glibc

/// Lines from a pipe or a file: no prompt, one after the other, and the first error ends it.
final class PipedRepl {
  private let place: ReplPlace
  private var lines: [LineReader.Arrival] = []
  private var isScheduled = false

  init(_ place: ReplPlace) { self.place = place }

  private var session: ReplSession { place.session }
  private var isOver: Bool { session.isOver || session.hasFailed || place.reporter.errorCount > 0 }

  func run(_ script: ScriptText?) throws(Diagnostic) -> ExitCode {
    let host = place.host
    let inbox: Inbox<LineReader.Arrival>
    do { inbox = try host.outside.makeInbox(of: LineReader.Arrival.self, capacity: 65_536) } catch {
      throw Diagnostic(.hostInternal, "\(error)")
    }
    let signals = Signals(
      interruptor: host.interpreter.interruptor, waker: try place.waker {}, timeout: nil)
    signals.start()
    place.follow { [unowned self] in
      lines += inbox.drain()
      schedule()
    }
    session.onReady = { [unowned self] in schedule() }
    place.begin(script)
    LineReader(into: inbox).start()
    place.run { !isOver && signals.received == 0 }
    session.onReady = {}
    place.close()
    signals.finish()
    if signals.received != 0 { Signals.die(by: signals.received) }
    return place.reporter.exitCode
  }

  /// Each line is a turn of its own.
  private func schedule() {
    guard !isScheduled, !isOver, !session.isBusy, !lines.isEmpty else { return }
    isScheduled = true
    place.host.outside.world.clock.schedule(after: .zero, label: "line") { [unowned self] in
      isScheduled = false
      guard !isOver, !session.isBusy, !lines.isEmpty else { return }
      switch lines.removeFirst() {
      case .line(let line): session.take(line)
      case .end: session.end()
      }
    }
  }
}
