import BindCore
import BindLua
import BindSources

/// What a person does with one host: each line is run in the same state, one after the other.
///
/// A line is a turn with the rules of a main chunk: a write commits at once, what it registers stands only if it ends without
/// an error, and it may wait. Isolation: confined to the host's thread.
final class ReplSession {
  private let host: Host
  private let inspector: Inspector
  private let reporter: Reporter
  /// Writes text for the person, with its line ends.
  private let say: (String) -> Void
  private var input = ReplInput()
  private var number = 0
  /// What ends what runs now; nil while it waits for a line.
  private var running: (() -> Void)?
  private(set) var isOver = false
  /// A line raised, could not be read, or asked for what there is not.
  private(set) var hasFailed = false
  /// A line was stopped by Ctrl-C while it ran.
  var onInterrupt: () -> Void = {}
  /// Something that ran has ended: the next line can be taken.
  var onReady: () -> Void = {}

  init(_ host: Host, _ inspector: Inspector, _ reporter: Reporter, say: @escaping (String) -> Void) {
    self.host = host
    self.inspector = inspector
    self.reporter = reporter
    self.say = say
  }

  var isBusy: Bool { running != nil }
  /// More lines are needed before anything runs.
  var isUnfinished: Bool { !input.isEmpty }

  // MARK: Lines

  /// Takes one line; what it asks for has ended when `isBusy` is false again.
  func take(_ line: String) {
    precondition(!isBusy, "one line after the other")
    let reading = input.take(line, parses: parse)
    switch reading {
    case .nothing, .unfinished: break
    case .command(let text): perform(text)
    case .chunk(let text, let isExpression):
      input.clear()
      run(text, isExpression: isExpression)
    case .mistake(let text):
      input.clear()
      report(text)
    }
  }

  /// There are no more lines.
  func end() {
    if isUnfinished {
      let text = input.text
      input.clear()
      report(text)
    }
    isOver = true
  }

  /// The lines typed so far are dropped.
  func dropInput() { input.clear() }

  /// Stops what runs; a person does not want to wait for it.
  func interrupt() {
    guard let running else { return }
    self.running = nil
    running()
    say("interrupted\n")
    ready()
  }

  private func parse(_ text: String) -> ReplInput.Parse {
    do {
      _ = try host.interpreter.load(ByteString(text), name: "=(line)")
      return .whole
    } catch {
      return ReplInput.Parse(message: error.diagnostic.message)
    }
  }

  /// What Lua finds wrong with it.
  private func report(_ text: String) {
    let name = nextName(text)
    do { _ = try host.interpreter.load(ByteString(text + "\n"), name: "@" + name) } catch {
      fail(Host.syntaxError(error.diagnostic))
    }
  }

  private func nextName(_ text: String) -> String {
    number += 1
    let name = "in[\(number)]"
    reporter.know(Array(text.utf8), of: name)
    return name
  }

  private func fail(_ diagnostic: Diagnostic) {
    hasFailed = true
    reporter.report(diagnostic)
  }

  private func fail(_ failure: Failure) {
    var diagnostic = Diagnostic(host.engine.secrets.hide(Report(failure, during: "")))
    diagnostic.traceback = diagnostic.traceback.map(Inspector.withoutItself)
    guard diagnostic.id == .hostInterrupted else { return fail(diagnostic) }
    hasFailed = true
    onInterrupt()
    say("interrupted\n")
  }

  private func ready() {
    running = nil
    onReady()
  }

  // MARK: Running

  private func run(_ text: String, isExpression: Bool) {
    let name = nextName(text)
    evaluate((isExpression ? "return " : "") + text + "\n", name) { [self] in
      if let said = $0 { say(said + "\n") }
    }
  }

  /// - Parameter isText: what it gives is text that is said as it is.
  private func evaluate(_ source: String, _ name: String, isText: Bool = false, _ use: @escaping (String?) -> Void) {
    let chunk: LuaReference
    do { chunk = try host.interpreter.load(ByteString(source), name: "@" + name) } catch {
      return fail(Host.syntaxError(error.diagnostic))
    }
    let scope = host.scriptScope(named: name)
    var hasEnded = false
    let completion: (Result<String?, Failure>) -> Void = { [self] result in
      hasEnded = true
      switch result {
      case .success(let said): use(said)
      case .failure(let failure):
        scope.close()
        fail(failure)
      }
      if running != nil { ready() }
    }
    let task =
      isText
      ? host.surface.tasks.start(chunk, in: scope, label: name, isTransaction: false) {
        completion($0.map { $0.words })
      } : inspector.evaluate(chunk, in: scope, label: name, completion: completion)
    if !hasEnded {
      running = {
        task.stop()
        scope.close()
      }
    }
  }

  /// Runs a script here.
  func load(_ script: ScriptText) {
    reporter.know(script.bytes, of: script.name)
    var hasEnded = false
    let scope = host.start(script.bytes, name: script.name) { [self] result in
      hasEnded = true
      if case .failure(let failure) = result { fail(failure) }
      if running != nil { ready() }
    }
    if !hasEnded { running = { scope?.close() } }
  }

  // MARK: Commands

  private func perform(_ text: String) {
    do throws(Diagnostic) {
      switch try ReplCommand(text) {
      case .help: say(ReplCommand.helpText)
      case .why(let path): try why(path)
      case .graph: say(host.surface.graph(as: .text))
      case .models: say(models)
      case .jobs: say(jobs)
      case .clock(let time): clock(time)
      case .load(let path): load(try ScriptText.load(.file(path)))
      case .quit: isOver = true
      }
    } catch {
      fail(error)
    }
  }

  /// A path that begins with a model's name, or an expression.
  private func why(_ path: String) throws(Diagnostic) {
    let registry = host.surface.models
    let name = String(path.prefix { $0 != "." && $0 != "[" })
    guard let model = registry.model(named: name) else {
      let expression = "return (require \"bindhost\").why(\(path)).text"
      let isGlobal = inspector.completions(".", after: [], prefix: name).contains(name)
      let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      guard case .whole = parse(expression), isGlobal || !isName else {
        throw .unknownName(.bindPath, owner: ".why", noun: "model", name: name, known: registry.names)
      }
      return evaluate(expression, nextName(path), isText: true) { [self] in say(($0 ?? "") + "\n") }
    }
    do throws(Failure) {
      let rest = path.dropFirst(name.count).drop { $0 == "." }
      say(try host.surface.why(model, at: ByteString(String(rest))) + "\n")
    } catch {
      throw Diagnostic(Report(error, during: ""))
    }
  }

  private var models: String {
    let models = host.surface.models.all
    if models.isEmpty { return "no models\n" }
    return models.map { model in
      let value = ((try? model.peek()) ?? nil) ?? .nil
      return "\(model.name) = \(inspector.text(of: value))\n"
    }.joined()
  }

  private var jobs: String {
    let jobs = host.surface.jobs.filter { !$0.isStopped }
    return jobs.isEmpty ? "no jobs\n" : jobs.map { host.surface.summary(of: $0) + "\n" }.joined()
  }

  private func clock(_ time: Duration?) {
    let clock = host.outside.world.clock
    guard let time else { return say(DateText.text(of: clock.date.seconds, in: Greenwich()) + "\n") }
    let token = clock.schedule(after: time, label: ".clock") { [self] in
      say(DateText.text(of: clock.date.seconds, in: Greenwich()) + "\n")
      ready()
    }
    running = { token.cancel() }
  }
}
