/// What a run tells the shell.
public enum ExitCode: Int32, Sendable, CaseIterable {
  case ok = 0
  /// A script raised, a test failed, a check found something.
  case failure = 1
  case usage = 2
  /// A permission was refused, and the script did not catch it.
  case notPermitted = 3
  /// `--timeout` ran out.
  case timedOut = 4
  case noSuchHost = 5
  case noSuchFile = 66
  /// bindhost itself failed.
  case internalFault = 70
}
