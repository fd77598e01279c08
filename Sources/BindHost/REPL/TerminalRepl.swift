import BindCore
import BindLua
import BindSources
import Glibc

/// A person at a terminal.
final class TerminalRepl {
  private let place: ReplPlace
  private let terminal: TerminalMode
  private let console: Console
  private let history: ReplHistory
  private let completion: Completion
  private var decoder = KeyDecoder()
  /// Typed and not looked at yet: something runs.
  private var keys: [Key] = []
  private var isDraining = false
  private var hasEnded = false

  init(
    _ place: ReplPlace, _ terminal: TerminalMode, _ console: Console, _ history: ReplHistory, _ completion: Completion
  ) {
    self.place = place
    self.terminal = terminal
    self.console = console
    self.history = history
    self.completion = completion
  }

  private var session: ReplSession { place.session }
  private var isOver: Bool { session.isOver || hasEnded }

  private static let greeting = "bindhost \(Version.text), Lua 5.4: .help says what can be said, Ctrl-D ends\n"

  func run(_ script: ScriptText?, consentFolder: String?) throws(Diagnostic) -> ExitCode {
    let host = place.host
    var signals: ReplSignals?
    let waker = try place.waker { [unowned self] in if let signals { heard(signals) } }
    let made = ReplSignals(interruptor: host.interpreter.interruptor, waker: waker, terminal: terminal)
    signals = made
    made.start()
    terminal.begin()
    defer { terminal.end() }
    place.talk.say(Self.greeting)
    place.follow()
    session.onReady = { [unowned self] in prompt() }
    session.onInterrupt = { _ = made.take() }
    let reading = try place.onReadable(STDIN_FILENO) { [unowned self] in read() }
    letAsk(of: script, consentFolder, made)
    place.begin(script)
    if !session.isBusy { prompt() }
    place.run { !isOver && made.received == 0 }
    reading.cancel()
    session.onReady = {}
    session.onInterrupt = {}
    console.leave()
    terminal.end()
    place.close()
    made.finish()
    if made.received != 0 { Signals.die(by: made.received) }
    return .ok
  }

  // MARK: Keys

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      hasEnded = true
      return
    }
    keys += decoder.decode(Array(chunk[..<count]))
    drain()
  }

  private func prompt() {
    place.talk.flush()
    guard !isOver, !session.isBusy else { return }
    console.ask(session.isUnfinished ? ">> " : "> ")
    drain()
  }

  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    while console.isPrompting, !isOver, !keys.isEmpty { take(keys.removeFirst()) }
  }

  private func take(_ key: Key) {
    switch console.handle(key) {
    case .nothing, .changed, .clearScreen: break
    case .complete: complete()
    case .end: end()
    case .line(let line):
      if !line.allSatisfy({ $0 == " " }), line.first != " " { history.add(line) }
      session.take(line)
      place.talk.flush()
      if !session.isBusy, !isOver { console.ask(session.isUnfinished ? ">> " : "> ") }
    }
  }

  /// Ctrl-D: of several lines the typed ones are dropped first.
  private func end() {
    if session.isUnfinished {
      session.dropInput()
      console.ask("> ")
    } else {
      session.end()
    }
  }

  private func complete() {
    let (prefix, found) = completion.candidates(console.editor.beforeCursor)
    let common = Completion.common(found)
    if common.utf8.count > prefix.utf8.count {
      console.insert(String(common.dropFirst(prefix.count)))
    } else if found.count > 1 {
      console.say(Completion.listing(found, columns: TerminalMode.columns))
    }
  }

  // MARK: Permissions

  /// A question is answered as anywhere: by a line, which the terminal itself edits. Then the prompt is there again.
  private func letAsk(of script: ScriptText?, _ folder: String?, _ signals: ReplSignals) {
    let prompt = PermissionPrompt { signals.received != 0 || signals.isInterrupted }
    let consent = place.consent(of: script, folder: folder, prompt: prompt)
    guard prompt != nil else { return consent.recall() }
    place.host.outside.world.gate.asks = { [unowned self] refusal, flag in
      place.talk.flush()
      console.hide()
      terminal.end()
      let isAllowed = place.host.interpreter.withoutTimeLimit { [host = place.host] in
        consent.ask(refusal, flag: flag, at: host.interpreter.position?.description)
      }
      terminal.begin()
      console.redraw()
      return isAllowed
    }
    consent.recall()
  }

  // MARK: Signals

  private func heard(_ signals: ReplSignals) {
    let (interrupts, resizes, redraws) = signals.take()
    if redraws > 0 { console.redraw() } else if resizes > 0 { console.resized() }
    guard interrupts > 0 else { return }
    if session.isBusy { return session.interrupt() }
    guard console.isPrompting else { return }
    console.drop()
    session.dropInput()
    console.leave()
    prompt()
  }
}
