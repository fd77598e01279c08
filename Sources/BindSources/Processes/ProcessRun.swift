import BindCore
import CUV
import Glibc

/// One run of a program, from its start until nothing is left of it.
///
/// ```
/// running ── exit and both streams at their end ──▶ finished
///    └── time-out, cancel, too much output ──▶ ending (SIGTERM … 2 s … SIGKILL) ──▶ finished
/// ```
/// The outcome is told when the program is reaped and both its streams are at their end. Finished means besides, if it
/// was ended by us, that its group is empty or killed.
final class ProcessRun: ProcessToken {
  /// Between SIGTERM and SIGKILL.
  static let killDelay = Duration.seconds(2)
  /// After the program's own end, for descendants that still hold its output open.
  static let drainDelay = Duration.seconds(2)
  /// How often an ending group is asked whether it still exists.
  static let groupCheckInterval = Duration.milliseconds(20)

  private let admitted: AdmittedProcess
  private unowned let loop: EventLoop
  private var onOutput: ((ProcessStream, [UInt8]) -> Void)?
  private var completion: ((ProcessOutcome) -> Void)?
  private var whenGone: [() -> Void] = []

  private var process: ProcessHandle?
  private var streams: [ProcessStream: StreamHandle] = [:]
  /// The process group; 0 before the start, and once it is known to be empty.
  private var group: Int32 = 0
  private var out: [UInt8] = []
  private var err: [UInt8] = []
  private var status: ProcessStatus?
  /// Why it was ended before its time.
  private var ending: WorldFailure?
  private var isEnding = false
  private var wasKilled = false
  private var timers: [QueuedTimer] = []
  private var isFinished = false

  init(
    _ admitted: AdmittedProcess, loop: EventLoop, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) {
    self.admitted = admitted
    self.loop = loop
    self.onOutput = onOutput
    self.completion = completion
    loop.processRuns[ObjectIdentifier(self)] = self
    if let failure = mistake() ?? start() {
      later(.zero, "process") { run in
        run.ending = failure
        run.finish()
      }
    }
  }

  // MARK: Starting

  private func mistake() -> WorldFailure? {
    let request = admitted.request
    if request.argv.isEmpty || admitted.program.isEmpty {
      return WorldFailure(.programming, "a command needs a program")
    }
    if request.argv.contains(where: { $0.bytes.contains(0) }) {
      return WorldFailure(.programming, "an argument of \(admitted.program) contains a zero byte")
    }
    for (name, value) in request.environment
    where name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) || name.utf8.contains(0) || value.utf8.contains(0) {
      return WorldFailure(.programming, "'\(name)' is no environment variable that can be set")
    }
    if let cwd = admitted.cwd {
      var about = Glibc.stat()
      guard stat(cwd, &about) == 0 else {
        return WorldFailure(.file, "there is no folder \(cwd) to run \(admitted.program) in")
      }
      guard FileMode(about.st_mode) == .folder else {
        return WorldFailure(.file, "\(cwd) is no folder to run \(admitted.program) in")
      }
    }
    if admitted.executable == nil { return WorldFailure(.notFound, "there is no program '\(admitted.program)'") }
    return nil
  }

  private func start() -> WorldFailure? {
    guard let executable = admitted.executable else { return nil }
    let request = admitted.request
    // Descriptors that are the child's: ours only until it has started.
    var lent: [Int32] = []
    defer { for descriptor in lent { _ = Glibc.close(descriptor) } }
    do throws(SystemError) {
      var stdin: Int32 = -1
      if let bytes = request.stdin, !bytes.isEmpty {
        stdin = bytes.withUnsafeBytes { bh_memory_file($0.baseAddress, $0.count) }
        guard stdin >= 0 else { throw SystemError(code: stdin) }
        lent.append(stdin)
      }
      let out = try openStream(.out)
      lent.append(out)
      let err = try openStream(.err)
      lent.append(err)
      let process = try ProcessHandle(
        .init(
          executable: executable, argv: request.argv, environment: HostEnvironment.lines(with: request.environment),
          cwd: admitted.cwd, descriptors: (stdin, out, err)),
        on: loop
      ) { [unowned self] status in exited(status) }
      self.process = process
      group = process.id
      if let timeout = request.timeout {
        later(timeout, "process time-out") { run in
          run.end(WorldFailure(.timeout, "\(run.admitted.program) took longer than \(timeout)"))
        }
      }
      return nil
    } catch {
      closeStreams()
      let kind: ErrorKind = error.code == UV_ENOENT.rawValue ? .notFound : .file
      return WorldFailure(kind, "\(admitted.program) could not be started: \(error)")
    }
  }

  /// Opens the pipe of a stream and returns the end that the process writes to.
  private func openStream(_ stream: ProcessStream) throws(SystemError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    let code = uv_pipe(&ends, Int32(UV_NONBLOCK_PIPE.rawValue), 0)
    guard code >= 0 else { throw SystemError(code: code) }
    do throws(SystemError) {
      streams[stream] = try StreamHandle(descriptor: ends[0], on: loop) { [unowned self] bytes in
        received(bytes, on: stream)
      } ended: { [unowned self] in
        streams[stream] = nil
        advance()
      }
      return ends[1]
    } catch {
      for descriptor in ends { _ = Glibc.close(descriptor) }
      throw error
    }
  }

  // MARK: What happens to it

  private func received(_ bytes: UnsafeBufferPointer<UInt8>, on stream: ProcessStream) {
    guard completion != nil, ending == nil else { return }
    let request = admitted.request
    if request.collectsOutput {
      guard out.count + err.count + bytes.count <= request.outputLimit else {
        end(
          WorldFailure(
            .signal, "\(admitted.program) wrote more than \(request.outputLimit) bytes and was ended", status: SIGTERM))
        return
      }
      if stream == .out { out.append(contentsOf: bytes) } else { err.append(contentsOf: bytes) }
    }
    if let onOutput { loop.deliver { onOutput(stream, Array(bytes)) } }
  }

  private func exited(_ status: ProcessStatus) {
    process = nil
    self.status = status
    if bh_signal_group(group, 0) == ESRCH { group = 0 }  // the number may belong to somebody else soon
    if !streams.isEmpty, !isEnding {
      // A descendant holds the output open. It had its time with the program; now it gets a little more.
      later(Self.drainDelay, "process output") { run in
        if !run.streams.isEmpty { run.end(nil) }
      }
    }
    advance()
  }

  /// Finishes if nothing is left to wait for.
  private func advance() {
    guard status != nil, !isFinished else { return }
    if wasKilled { closeStreams() }
    if streams.isEmpty { complete() }
    if isEnding {
      if group != 0, bh_signal_group(group, 0) == ESRCH { group = 0 }
      // After SIGKILL only zombies are left, and they are somebody else's to reap.
      guard group == 0 || wasKilled else { return }
    }
    if streams.isEmpty { finish() }
  }

  /// SIGTERM to the group now, SIGKILL to what is left after two seconds.
  private func end(_ failure: WorldFailure?) {
    guard !isEnding, !isFinished else { return }
    isEnding = true
    ending = failure
    guard group != 0 else { return }
    _ = bh_signal_group(group, SIGTERM)
    later(Self.killDelay, "process kill") { run in run.kill() }
    checkGroup()
  }

  private func checkGroup() {
    later(Self.groupCheckInterval, "process group") { run in
      run.advance()
      if !run.isFinished, !run.wasKilled { run.checkGroup() }
    }
  }

  /// SIGKILL to the group, at once.
  func kill() {
    isEnding = true
    wasKilled = true
    if group != 0 { _ = bh_signal_group(group, SIGKILL) }
    advance()
  }

  private func finish() {
    guard !isFinished else { return }
    isFinished = true
    closeStreams()
    for timer in timers { timer.cancel() }
    timers = []
    loop.processRuns[ObjectIdentifier(self)] = nil
    complete()
    let gone = whenGone
    whenGone = []
    for body in gone { loop.deliver(body) }
  }

  /// Tells the outcome, once. What is left of an ended group is seen to after that.
  private func complete() {
    guard let completion else { return }
    self.completion = nil
    onOutput = nil
    loop.deliver { completion(outcome) }
  }

  private var outcome: ProcessOutcome {
    guard ending == nil, let status else { return ProcessOutcome(out: out, err: err, status: status, failure: ending) }
    return ProcessOutcome(program: admitted.program, out: out, err: err, status: status)
  }

  private func closeStreams() {
    for stream in streams.values { stream.close() }
    streams = [:]
  }

  private func later(_ delay: Duration, _ label: String, _ body: @escaping (ProcessRun) -> Void) {
    timers.removeAll { !$0.isActive }
    let timer = loop.timers.add(due: loop.now + delay, label: label, kind: .inner, keepsAlive: keepsAlive) {
      [weak self] in
      if let self { body(self) }
    }
    timers.append(timer)
  }

  // MARK: Token

  var isActive: Bool { completion != nil }

  var keepsAlive = true {
    didSet {
      process?.isReferenced = keepsAlive
      for stream in streams.values { stream.isReferenced = keepsAlive }
      for timer in timers { timer.keepsAlive = keepsAlive }
    }
  }

  func cancel() {
    guard completion != nil else { return }
    completion = nil
    onOutput = nil
    if group == 0, process == nil, status == nil { return finish() }
    end(nil)
  }

  func cancel(whenGone body: @escaping () -> Void) {
    if isFinished {
      loop.soon("process gone") { [unowned loop] in loop.deliver(body) }
    } else {
      whenGone.append(body)
      cancel()
    }
  }

  /// Forgets a run that cannot be ended.
  func abandon() {
    process?.close()
    process = nil
    finish()
  }

  /// The loop closes: no callbacks any more, and the run must not be left behind.
  func endWithLoop() {
    whenGone = []
    cancel()
    keepsAlive = true
  }
}

/// Runs programs for real.
final class RealProcesses: ProcessPerformer {
  private let loop: EventLoop

  init(loop: EventLoop) { self.loop = loop }

  func spawn(
    _ process: AdmittedProcess, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) -> any ProcessToken {
    ProcessRun(process, loop: loop, onOutput: onOutput, completion: completion)
  }
}
