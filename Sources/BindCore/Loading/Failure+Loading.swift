extension Failure {
  /// The class of the error, and the status that goes with it: of bindhost's own findings, and of what a script returns
  /// as an err table of its own.
  package var kindAndStatus: (kind: ErrorKind, status: Int?) {
    switch self {
    case .diagnostic(let diagnostic), .stopped(let diagnostic): return (diagnostic.kind, diagnostic.status)
    case .raised(let error):
      if let diagnostic = error.diagnostic { return (diagnostic.kind, diagnostic.status) }
      guard case .record(let fields) = error.value, case .string(let word)? = fields["kind"],
        let kind = ErrorKind(rawValue: word.text)
      else { return (.script, nil) }
      if case .integer(let status)? = fields["status"] { return (kind, Int(exactly: status)) }
      return (kind, nil)
    }
  }

  /// It may pass by itself.
  package var isRetryable: Bool {
    let (kind, status) = kindAndStatus
    if circumstances.isFinal || circumstances.wasRetried || kind == .cancelled { return false }
    if circumstances.mayPass { return true }
    return kind.isRetryable(status: status)
  }

  /// That something was called off, which is no failure.
  package var isCancellation: Bool { kindAndStatus.kind == .cancelled }

  /// As it comes out of a cycle that has tried again: who passes it on does not multiply the attempts.
  var afterRetries: Failure {
    guard isRetryable else { return self }
    switch self {
    case .diagnostic(var diagnostic):
      diagnostic.circumstances.wasRetried = true
      return .diagnostic(diagnostic)
    case .stopped: return self
    case .raised(let error):
      // What the script has raised or returned goes on with all that it says.
      var (value, diagnostic) = (error.value, error.diagnostic)
      diagnostic?.circumstances.wasRetried = true
      if case .record(var fields) = value {
        fields["retried"] = .boolean(true)
        value = .record(fields)
      }
      return .raised(
        ScriptError(
          value: value, message: error.message, position: error.position, traceback: error.traceback,
          diagnostic: diagnostic))
    }
  }

  /// What a transform raised is of the class `transform`, whatever it was; that it was stopped is no fault of its own.
  func ofTransform(of name: String) -> Failure {
    var failed = Diagnostic(.bindTransformFailed, "transform of \(name): \(description)")
    switch self {
    case .stopped: return self
    case .raised(let error):
      (failed.position, failed.traceback) = (error.position, error.traceback)
      failed.raised = RaisedCause(error.value)
    case .diagnostic(let finding):
      (failed.position, failed.traceback) = (finding.position, finding.traceback)
      failed.cause = finding
    }
    return .diagnostic(failed)
  }
}
