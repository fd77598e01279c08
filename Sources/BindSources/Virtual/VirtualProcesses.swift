package import BindCore

/// Programs that a test has put there; no other exists.
package final class VirtualProcesses: ProcessPerformer {
  private let clock: VirtualClock
  private var programs: [String: (VirtualProcess) -> Void] = [:]
  var running: [ObjectIdentifier: VirtualProcess] = [:]

  init(clock: VirtualClock) { self.clock = clock }

  /// Puts a program there, by the name or the absolute path that it is called by. A later one takes its place.
  /// - Parameter body: is called at the start of each run and ends it, at once or later, by `finish`.
  package func stub(_ program: String, _ body: @escaping (VirtualProcess) -> Void) { programs[program] = body }

  /// Puts a program there that answers at once.
  package func stub(_ program: String, out: String = "", err: String = "", status: ProcessStatus = .exited(0)) {
    stub(program) { process in
      process.write(Array(out.utf8))
      process.write(Array(err.utf8), to: .err)
      process.finish(status)
    }
  }

  /// Of programs that are not here.
  var reality: Reality?

  func contains(_ program: String) -> Bool { programs[program] != nil }

  package func spawn(
    _ process: AdmittedProcess, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) -> any ProcessToken {
    if programs[process.program] == nil, programs[process.executable ?? ""] == nil,
      let real = reality?.spawn(process.request, onOutput: onOutput, completion: completion)
    {
      return real
    }
    let run = VirtualProcess(process, clock: clock, onOutput: onOutput, completion: completion)
    running[ObjectIdentifier(run)] = run
    run.ended = { [unowned self, unowned run] in running[ObjectIdentifier(run)] = nil }
    guard
      let body = process.executable.flatMap({ _ in programs[process.program] ?? programs[process.executable ?? ""] })
    else {
      run.fail(WorldFailure(.notFound, "there is no program '\(process.program)'"))
      return run
    }
    clock.soon("process \(process.program)") { [clock] in
      if run.isActive { clock.deliver { body(run) } }
    }
    return run
  }
}

/// One run of a virtual program: its stub holds it, and writes and ends through it.
package final class VirtualProcess: ProcessToken {
  package let request: ProcessRequest
  private let program: String
  private let clock: VirtualClock
  private var onOutput: ((ProcessStream, [UInt8]) -> Void)?
  private var completion: ((ProcessOutcome) -> Void)?
  private var out: [UInt8] = []
  private var err: [UInt8] = []
  private var timeout: QueuedTimer?
  fileprivate var ended: () -> Void = {}
  /// True once the stub, a time-out or a cancel has ended it.
  package private(set) var isOver = false
  /// Called when the run is ended before the stub has ended it.
  package var onCancel: (() -> Void)?
  package var keepsAlive = true {
    didSet { timeout?.keepsAlive = keepsAlive }
  }

  fileprivate init(
    _ process: AdmittedProcess, clock: VirtualClock, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) {
    request = process.request
    program = process.program
    self.clock = clock
    self.onOutput = onOutput
    self.completion = completion
    if let limit = request.timeout {
      timeout = clock.queue.add(due: clock.now + limit, label: "process time-out", kind: .inner) { [unowned self] in
        stop(WorldFailure(.timeout, "\(program) took longer than \(limit)"))
      }
    }
  }

  // MARK: For the stub

  /// Writes to one of its streams. After its end this does nothing.
  package func write(_ bytes: [UInt8], to stream: ProcessStream = .out) {
    guard !isOver, !bytes.isEmpty else { return }
    if request.collectsOutput {
      guard out.count + err.count + bytes.count <= request.outputLimit else {
        return stop(
          WorldFailure(.signal, "\(program) wrote more than \(request.outputLimit) bytes and was ended", status: 15))
      }
      if stream == .out { out += bytes } else { err += bytes }
    }
    guard let onOutput else { return }
    clock.soon("process output", from: self) { [clock] in
      if self.isActive { clock.deliver { onOutput(stream, bytes) } }
    }
  }

  package func finish(_ status: ProcessStatus = .exited(0)) {
    guard !isOver else { return }
    end(ProcessOutcome(program: program, out: out, err: err, status: status))
  }

  /// Ends it as one that failed in another way.
  package func fail(_ failure: WorldFailure) {
    guard !isOver else { return }
    end(ProcessOutcome(out: out, err: err, failure: failure))
  }

  // MARK: Its end

  private func stop(_ failure: WorldFailure) {
    guard !isOver else { return }
    let onCancel = onCancel
    end(ProcessOutcome(out: out, err: err, status: .signalled(15), failure: failure))
    if let onCancel { clock.deliver(onCancel) }
  }

  private func end(_ outcome: ProcessOutcome) {
    isOver = true
    onCancel = nil
    timeout?.cancel()
    clock.soon("process end", from: self) { [clock] in
      self.ended()
      guard let completion = self.completion else { return }
      self.completion = nil
      self.onOutput = nil
      clock.deliver { completion(outcome) }
    }
  }

  package var isActive: Bool { completion != nil }

  package func cancel() {
    guard isActive else { return }
    completion = nil
    onOutput = nil
    timeout?.cancel()
    let onCancel = onCancel
    let wasOver = isOver
    isOver = true
    self.onCancel = nil
    ended()
    if !wasOver { onCancel?() }
  }

  package func cancel(whenGone body: @escaping () -> Void) {
    cancel()
    clock.soon("process gone") { [clock] in clock.deliver(body) }
  }
}
