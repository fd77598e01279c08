import BindCore

/// A command that goes on: each line that it writes becomes the job's value and is handed to a function, one after the
/// other. Its end, however it ends, is a failed run, which the job's policy tries again.
final class TailWork: JobWork {
  /// What may wait while the function has not finished with the lines before.
  fileprivate static let waitingLimitBytes = 16 << 20
  /// How much of what it said on standard error goes into the failure.
  fileprivate static let errorLimitBytes = 4096

  private let request: ProcessRequest
  private let function: LuaReference?
  private unowned let surface: Surface

  init(_ request: ProcessRequest, each function: LuaReference?, surface: Surface) {
    self.request = request
    self.function = function
    self.surface = surface
  }

  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    let scope = Scope(name: "run of job \(job.name)", in: job.scope, engine: job.engine)
    let run = TailRun(request, function, job: job.name, scope: scope, surface: surface, tell)
    do throws(Refusal) { try run.begin() } catch {
      scope.close()
      tell(.ended(.failure(.diagnostic(Diagnostic(error)))))
      return nil
    }
    return JobRun { run.stop() }
  }
}

/// One run of the command.
private final class TailRun {
  private let request: ProcessRequest
  private let function: LuaReference?
  private let job: String
  private let scope: Scope
  private let surface: Surface
  private let tell: (LoadEvent) -> Void

  private var process: (any ProcessToken)?
  private var lines = LineSplitter()
  private var said: [UInt8] = []
  private var outcome: ProcessOutcome?
  private var isBusy = false
  private var isHandingOut = false
  private var isOver = false

  init(
    _ request: ProcessRequest, _ function: LuaReference?, job: String, scope: Scope, surface: Surface,
    _ tell: @escaping (LoadEvent) -> Void
  ) {
    self.request = request
    self.function = function
    self.job = job
    self.scope = scope
    self.surface = surface
    self.tell = tell
  }

  func begin() throws(Refusal) {
    process = try surface.world.processes.spawn(
      request, onOutput: { [self] stream, bytes in received(bytes, on: stream) }
    ) { [self] outcome in
      process = nil
      self.outcome = outcome
      handOut()
    }
  }

  func stop() {
    guard !isOver else { return }
    isOver = true
    process?.cancel()
    process = nil
    scope.close()
  }

  private func received(_ bytes: [UInt8], on stream: ProcessStream) {
    guard stream == .out else {
      said = Array((said + bytes).suffix(TailWork.errorLimitBytes))
      return
    }
    lines.append(bytes)
    handOut()
    if lines.isTooLong {
      fail(Diagnostic(.loadOverflow, "a line of \(name) is longer than \(LineSplitter.lengthLimitBytes) bytes"))
    } else if lines.pendingCount > TailWork.waitingLimitBytes {
      fail(Diagnostic(.loadOverflow, "\(name) writes faster than 'each' takes its lines"))
    }
  }

  private var name: String { request.argv.first?.text ?? "the command" }

  /// Lines, one after the other, until the function waits or none is left.
  private func handOut() {
    guard !isHandingOut else { return }
    isHandingOut = true
    while !isOver, !isBusy, let line = lines.next() ?? (outcome == nil ? nil : lines.rest()) { hand(line) }
    isHandingOut = false
    if let outcome, !isBusy, !isOver { ended(outcome) }
  }

  private func hand(_ line: ByteString) {
    tell(.item(.string(line)))
    guard let function, !isOver else { return }
    isBusy = true
    surface.tasks.start(
      function, arguments: [.string(line)], in: scope, kind: .job, label: "line of job \(job)"
    ) { [self] result in
      isBusy = false
      // A line that the function cannot bear is no reason to miss the next one.
      if case .failure(let failure) = result { scope.report(Report(failure, during: "line of job \"\(job)\"")) }
      handOut()
    }
  }

  private func ended(_ outcome: ProcessOutcome) {
    var diagnostic: Diagnostic
    if let failure = outcome.failure {
      diagnostic = Diagnostic(failure)
      if diagnostic.id == .fileNotFound { diagnostic.id = .execNotFound }
    } else {
      diagnostic = Diagnostic(.execExit, "\(name) has ended", status: 0)
    }
    let words = ByteString(bytes: said).text.split(whereSeparator: \.isNewline).suffix(3)
    diagnostic.notes += words.map { "stderr: \($0)" }
    // What was there and has ended may be there again; what is not there will not come.
    diagnostic.circumstances.mayPass = [.execExit, .execSignal].contains(diagnostic.id)
    fail(diagnostic)
  }

  private func fail(_ diagnostic: Diagnostic) {
    guard !isOver else { return }
    stop()
    tell(.ended(.failure(.diagnostic(diagnostic))))
  }
}
