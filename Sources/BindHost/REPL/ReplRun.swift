import BindCore
import BindLua
import BindSources
import BindViews
import Glibc

/// `bindhost repl`: from its words to its exit code, at a terminal or behind a pipe.
final class ReplRun {
  private let options: ReplOptions
  private let program: Program

  init(_ options: ReplOptions, _ program: Program) {
    self.options = options
    self.program = program
  }

  func perform() -> ExitCode {
    let terminal = isatty(STDOUT_FILENO) == 1 ? TerminalMode(STDIN_FILENO) : nil
    let history = ReplHistory(environment: program.environment)
    let console = terminal.map { _ in
      Console(history: history.load(), columns: { TerminalMode.columns }, write: program.output)
    }
    // On a terminal both streams end on it, unless one of them was led elsewhere.
    let talk = ReplTalk(
      output: { bytes in
        if let console {
          console.say(String(decoding: bytes, as: UTF8.self))
        } else {
          writeAll(bytes, to: STDOUT_FILENO)
        }
      },
      errors: { [program] text in
        if let console, program.isErrorTerminal { console.say(text) } else { program.errors(text) }
      })
    let reporter = Reporter(
      usesColor: options.run.color.usesColor(
        isTerminal: program.isErrorTerminal, environment: program.environment),
      usesASCII: prefersASCII(environment: program.environment), write: talk.sayError)
    (terminal != nil ? ReplSignals.handled : Signals.handled).block()
    do throws(Diagnostic) {
      let script = try options.file.map { file throws(Diagnostic) in try ScriptText.load(.file(file)) }
      let host = try host(script?.folder ?? ".", talk, reporter)
      let inspector: Inspector
      do { inspector = try Inspector(host.surface) } catch {
        _ = host.close()
        throw error as? Diagnostic ?? Diagnostic(.hostInternal, "\(error)")
      }
      let session = ReplSession(host, inspector, reporter, say: talk.say)
      let place = ReplPlace(host: host, session: session, talk: talk, reporter: reporter)
      let folder = ConfigurationFolder.path(environment: program.environment)
      if let terminal, let console {
        let completion = Completion(host: host, inspector: inspector)
        return try TerminalRepl(place, terminal, console, history, completion).run(script, consentFolder: folder)
      }
      // What was allowed for good holds; nobody is asked.
      place.consent(of: script, folder: folder, prompt: nil).recall()
      return try PipedRepl(place).run(script)
    } catch {
      reporter.report(error)
      return error.id == .hostNoSuchFile ? .noSuchFile : error.id == .cliUsage ? .usage : .internalFault
    }
  }

  private func host(_ scriptFolder: String, _ talk: ReplTalk, _ reporter: Reporter) throws(Diagnostic) -> Host {
    let working = Run.workingFolder()
    let folder = scriptFolder.hasPrefix("/") ? scriptFolder : working + "/" + scriptFolder
    var permissions: Permissions
    do { permissions = try options.run.permissions(scriptFolder: folder, workingFolder: working) } catch {
      throw Diagnostic(.cliUsage, error.message)
    }
    permissions.stateFolder = StateFolder.path(scriptFolder: folder, environment: program.environment)
    var hostOptions = HostOptions(permissions: permissions) { reporter.report($0) }
    hostOptions.print = talk.say
    let target: ([UInt8]) -> Void =
      if let path = options.run.logFile { try LogFile(path).write } else {
        { talk.sayError(String(decoding: $0, as: UTF8.self)) }
      }
    hostOptions.log = LogWriter(level: options.run.logLevel, format: options.run.logFormat, write: target).log
    let host: Host
    do { host = try Host(hostOptions) } catch {
      throw error as? Diagnostic ?? Diagnostic(.hostInternal, "\(error)")
    }
    reporter.hints = NameHints(modules: host.surface.functionNames)
    host.modules.onLoad = { reporter.know($0.bytes, of: $0.name) }
    return host
  }
}

/// A host at a prompt, with everything that it says.
struct ReplPlace {
  let host: Host
  let session: ReplSession
  let talk: ReplTalk
  let reporter: Reporter

  private var loop: EventLoop {
    get throws(Diagnostic) {
      guard let loop = host.loop else { throw Diagnostic(.hostInternal, "a prompt needs a loop") }
      return loop
    }
  }

  func waker(_ body: @escaping () -> Void) throws(Diagnostic) -> Waker {
    let loop = try loop
    do { return try loop.makeWaker(body) } catch { throw Diagnostic(.hostInternal, "\(error)") }
  }

  func onReadable(_ descriptor: Int32, _ body: @escaping () -> Void) throws(Diagnostic) -> any Token {
    let loop = try loop
    do { return try loop.onReadable(descriptor, body) } catch { throw Diagnostic(.hostInternal, "\(error)") }
  }

  /// Follows what is shown and says what was collected, at the end of each turn.
  func follow(_ atEnd: @escaping () -> Void = {}) {
    let presenter = PlainPresenter(host.stage) { [talk] in talk.say($0 + "\n") }
    host.onTurn = { [host, talk] in
      if host.stage.isShowing { presenter.draw() }
      talk.flush()
      atEnd()
    }
  }

  /// What the script was allowed before, and is allowed now where there is a prompt for it.
  func consent(of script: ScriptText?, folder: String?, prompt: PermissionPrompt?) -> Consent {
    var path: String?
    if let script, let real = realpath(script.name, nil) {
      path = String(cString: real)
      free(real)
    }
    let text = script ?? ScriptText(name: "the prompt", folder: ".", bytes: [])
    let consent = Consent(
      host.outside.world.gate, script: text, path: path, folder: folder, prompt: prompt, report: reporter.report)
    host.modules.onLoad = { [reporter] module in
      reporter.know(module.bytes, of: module.name)
      consent.loaded(module)
    }
    return consent
  }

  /// Runs the script that was named, then makes `bh` known; lines can be taken when `session.isBusy` is false.
  func begin(_ script: ScriptText?) {
    if let script { session.load(script) }
    if let chunk = try? host.interpreter.load("bh = bh or require \"bindhost\"", name: "=(bh)") {
      _ = try? host.interpreter.call(chunk)
    }
  }

  /// Runs until the condition is false, whatever keeps the loop going or does not.
  func run(while condition: () -> Bool) {
    let keeper = host.outside.world.clock.schedule(after: .seconds(1 << 30), label: "prompt") {}
    while condition() { host.outside.run(while: condition) }
    keeper.cancel()
  }

  func close() {
    _ = host.close()
    talk.flush()
  }
}
