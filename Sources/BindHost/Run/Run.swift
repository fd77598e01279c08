import BindCore
import BindLua
import BindSources
import BindViews
import Glibc

/// `bindhost run`: one script from its text to its exit code.
package struct Run {
  let options: RunOptions
  let script: ScriptText
  let reporter: Reporter

  package init(options: RunOptions, script: ScriptText, reporter: Reporter) {
    self.options = options
    self.script = script
    self.reporter = reporter
  }

  package func perform() -> ExitCode {
    let working = Self.workingFolder()
    let folder = script.folder.hasPrefix("/") ? script.folder : working + "/" + script.folder
    var permissions: Permissions
    do { permissions = try options.permissions(scriptFolder: folder, workingFolder: working) } catch {
      reporter.report(Diagnostic(.cliUsage, error.message))
      return .usage
    }
    permissions.stateFolder = StateFolder.path(scriptFolder: folder) { name in getenv(name).map { String(cString: $0) }
    }
    Signals.handled.block()
    let output = Output()
    var hostOptions = HostOptions(permissions: permissions) { [reporter] in
      output.flush()
      reporter.report($0)
    }
    hostOptions.arguments = options.arguments
    hostOptions.clusterStore = getenv("BINDHOST_CLUSTER").map { String(cString: $0) }
    // Of a graph standard output carries nothing else.
    hostOptions.print = options.inspection == nil ? { output.write($0) } : { writeAll($0, to: STDERR_FILENO) }
    do throws(Diagnostic) {
      let log = LogWriter(level: options.logLevel, format: options.logFormat, write: try logTarget(output))
      hostOptions.log = log.log
    } catch {
      reporter.report(error)
      return .usage
    }
    let interface: RunOptions.Interface
    do throws(Diagnostic) {
      if let given = options.interface { interface = given } else { interface = try .wanted ?? .plain }
    } catch {
      reporter.report(error)
      return .usage
    }
    let host: Host
    let signals: Signals
    do {
      host = try Host(hostOptions)
      guard let loop = host.loop else { throw Diagnostic(.hostInternal, "a run needs a loop") }
      signals = Signals(
        interruptor: host.interpreter.interruptor, waker: try loop.makeWaker(), timeout: options.timeout)
    } catch {
      reporter.report(error as? Diagnostic ?? Diagnostic(.hostInternal, "\(error)"))
      return .internalFault
    }
    signals.start()
    reporter.hints = NameHints(modules: host.surface.functionNames)
    let consent = makeConsent(for: host, signals, output)
    host.modules.onLoad = { [reporter] module in
      reporter.know(module.bytes, of: module.name)
      consent.loaded(module)
    }
    let presenter =
      interface == .plain && options.inspection == nil
      ? PlainPresenter(host.surface.stage) { output.write(line: $0) } : nil
    // A run for cron says how it ended, not how it got there.
    let drawsTurns = !options.runsOnce
    host.surface.stage.isWatched = drawsTurns
    host.onTurn = { [stage = host.surface.stage] in
      if drawsTurns, stage.isShowing { presenter?.draw() }
      // Nobody else looks.
      if presenter == nil || !drawsTurns { _ = stage.takeChanges() }
      output.flush()
    }
    return run(host, signals, output) { if !drawsTurns { presenter?.drawAll() } }
  }

  /// Off a terminal nobody is asked, and what was allowed for good holds all the same.
  private func makeConsent(for host: Host, _ signals: Signals, _ output: Output) -> Consent {
    var path: String?
    if case .file(let name) = options.script, let real = realpath(name, nil) {
      path = String(cString: real)
      free(real)
    }
    let gate = host.outside.world.gate
    let consent = Consent(
      gate, script: script, path: path,
      folder: ConfigurationFolder.path { name in getenv(name).map { String(cString: $0) } },
      prompt: PermissionPrompt { signals.received != 0 || signals.hasTimedOut }
    ) { [reporter] in reporter.report($0) }
    gate.asks = { [unowned host] refusal, flag in
      output.flush()
      return host.interpreter.withoutTimeLimit {
        consent.ask(refusal, flag: flag, at: host.interpreter.position?.description)
      }
    }
    consent.recall()
    return consent
  }

  private func run(
    _ host: Host, _ signals: Signals, _ output: Output, drawFinalState: () -> Void
  ) -> ExitCode {
    var mainFailed = false
    let once = options.runsOnce ? OnceWatch(host) : nil
    host.surface.holdsJobs = options.inspection != nil
    var mainEnded = false
    host.start(script.bytes, name: script.name) { result in
      mainEnded = true
      guard case .failure(let failure) = result else { return }
      output.flush()
      reporter.report(host.engine.secrets.hide(Report(failure, during: "")))
      mainFailed = true
    }
    let isInspected = options.inspection != nil
    let goesOn = {
      !(isInspected && mainEnded) && signals.received == 0 && !signals.hasTimedOut && !mainFailed && output.failure == 0
        && (once.map { !$0.isDone } ?? true) && host.isAlive
    }
    if let stuck = host.run(while: goesOn) {
      reporter.report(stuck)
      mainFailed = true
    }
    let isTimedOut = signals.hasTimedOut
    if let inspection = options.inspection {
      if mainEnded, !mainFailed { tell(inspection, of: host, output) }
    } else if !mainFailed {
      drawFinalState()
    }
    _ = host.close()
    signals.finish()
    output.flush()
    if output.failure != 0 {
      let reason = String(cString: strerror(output.failure))
      reporter.report(Diagnostic(.fileFailed, "standard output could not be written: \(reason)"))
    }
    if signals.received != 0 { Signals.die(by: signals.received) }
    if isTimedOut {
      reporter.report(
        Diagnostic(.hostTimeout, "the run was given up after \(options.timeout?.text ?? "") (--timeout)"))
      return .timedOut
    }
    return reporter.exitCode
  }

  private func tell(_ inspection: RunOptions.Inspection, of host: Host, _ output: Output) {
    switch inspection {
    case .graph(let format): output.write(Array(host.surface.graph(as: format).utf8))
    case .jobs(let count, let asJSON):
      let clock = host.outside.world.clock
      do {
        let zone = try clock.zones.local()
        let report = JobsReport(
          jobs: host.surface.jobs.map { ComingRuns(of: $0, at: Moment(clock), count: count, zone: zone) })
        output.write(asJSON ? try report.json() : Array(report.text().utf8))
      } catch {
        reporter.report(error as? Diagnostic ?? Diagnostic(.hostInternal, "\(error)"))
      }
    }
  }

  /// What was printed before an entry stands before it.
  private func logTarget(_ output: Output) throws(Diagnostic) -> ([UInt8]) -> Void {
    if let path = options.logFile { return try LogFile(path).write }
    return { bytes in
      output.flush()
      writeAll(bytes, to: STDERR_FILENO)
    }
  }

  static func workingFolder() -> String {
    guard let raw = getcwd(nil, 0) else { return "/" }
    defer { free(raw) }
    return String(cString: raw)
  }
}

/// `--once`: done when every job has had one run to its end and no task, load or write is under way.
private final class OnceWatch {
  private unowned let host: Host
  private var waiting: Set<ObjectIdentifier> = []

  init(_ host: Host) {
    self.host = host
    let clock = host.outside.world.clock
    host.surface.onJob = { [unowned self] job in
      // It would wait until somebody resumes it.
      if job.machine.isPaused { return }
      let id = ObjectIdentifier(job)
      waiting.insert(id)
      job.onEnd = { [unowned self, unowned job] in
        waiting.remove(id)
        job.stop()
      }
      // What is due later, or when something happens, runs now.
      if let next = job.machine.nextRun(at: Moment(clock)), next.seconds <= clock.date.seconds { return }
      clock.schedule(after: .zero, label: "first run of \(job.name)") { [weak job] in job?.load() }
    }
  }

  var isDone: Bool { waiting.isEmpty && host.surface.tasks.count == 0 && host.engine.underWay == 0 }
}
