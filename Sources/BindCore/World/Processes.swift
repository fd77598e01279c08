/// One program to run: argv as it is, no shell.
package struct ProcessRequest: Sendable {
  /// What a run may collect of standard output and error together before it is stopped.
  package static let outputLimitBytes = 64 << 20

  /// The program, then its arguments. Any bytes but NUL.
  package var argv: [ByteString]
  /// What the program reads from standard input; nil is an empty input.
  package var stdin: [UInt8]?
  /// The folder it runs in; relative to the script's folder; nil is the host's own.
  package var cwd: String?
  /// Variables set besides the few that are inherited (`PATH HOME USER LOGNAME LANG LC_* TZ`). An `LD_*` needs `--allow-run` for all programs.
  package var environment: [String: String]
  /// Then the process group gets SIGTERM, two seconds later SIGKILL, and the run fails with kind `timeout`.
  package var timeout: Duration?
  /// Bytes collected at most; more ends the run.
  package var outputLimit: Int
  /// False if `onOutput` is enough: then nothing is kept and nothing is limited.
  package var collectsOutput: Bool

  package init(
    argv: [ByteString], stdin: [UInt8]? = nil, cwd: String? = nil, environment: [String: String] = [:],
    timeout: Duration? = nil, outputLimit: Int = ProcessRequest.outputLimitBytes, collectsOutput: Bool = true
  ) {
    self.argv = argv
    self.stdin = stdin
    self.cwd = cwd
    self.environment = environment
    self.timeout = timeout
    self.outputLimit = outputLimit
    self.collectsOutput = collectsOutput
  }
}

/// One of the two streams a process writes.
package enum ProcessStream: Hashable, Sendable { case out, err }

/// How a process ended.
package enum ProcessStatus: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
}

/// What became of a run.
package struct ProcessOutcome: Sendable {
  package var out: [UInt8]
  package var err: [UInt8]
  /// Nil if no process was ever there (not found, not permitted).
  package var status: ProcessStatus?
  /// Nil after exit status 0 only. Kinds: `exit signal timeout not_found not_permitted file`.
  package var failure: WorldFailure?

  package init(out: [UInt8] = [], err: [UInt8] = [], status: ProcessStatus? = nil, failure: WorldFailure? = nil) {
    self.out = out
    self.err = err
    self.status = status
    self.failure = failure
  }

  /// What an end by itself means: status 0 is success, everything else a failure of kind `exit` or `signal`.
  package init(program: String, out: [UInt8], err: [UInt8], status: ProcessStatus) {
    self.init(out: out, err: err, status: status)
    switch status {
    case .exited(0): break
    case .exited(let code):
      failure = WorldFailure(.exit, "\(program) ended with exit status \(code)", status: code)
    case .signalled(let number):
      failure = WorldFailure(.signal, "\(program) was ended by signal \(number)", status: number)
    }
  }
}

/// A run under way. `cancel` sends SIGTERM to its process group and, two seconds later, SIGKILL.
package protocol ProcessToken: Token {
  /// As `cancel`, and calls `whenGone` (never inside this call) once the process is reaped and its group is gone.
  func cancel(whenGone: @escaping () -> Void)
}

/// Runs programs. Implementations are reached through `Processes` only: an `AdmittedProcess` comes from a gate.
package protocol ProcessPerformer: AnyObject {
  func spawn(
    _ process: AdmittedProcess, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) -> any ProcessToken
}

/// Processes as the rest of the program sees them: behind the gate.
package final class Processes {
  private let performer: any ProcessPerformer
  private let gate: PermissionGate

  package init(performer: any ProcessPerformer, gate: PermissionGate) {
    self.performer = performer
    self.gate = gate
  }

  /// Starts a program in its own process group.
  /// - Parameters:
  ///   - onOutput: every piece of output as it comes, on the owner's thread, before `completion`.
  ///   - completion: runs once, never inside this call, unless the token is cancelled.
  /// - Throws: the refusal. Whatever else goes wrong is in the outcome.
  @discardableResult
  package func spawn(
    _ request: ProcessRequest, onOutput: ((ProcessStream, [UInt8]) -> Void)? = nil,
    completion: @escaping (ProcessOutcome) -> Void
  ) throws(Refusal) -> any ProcessToken {
    performer.spawn(try gate.admit(request), onOutput: onOutput, completion: completion)
  }
}
