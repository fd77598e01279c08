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
    if circumstances.isFinal { return false }
    if circumstances.mayPass { return true }
    let (kind, status) = kindAndStatus
    return kind.isRetryable(status: status)
  }

  /// What a transform raised is of the class `transform`, whatever it was; that it was stopped is no fault of its own.
  func ofTransform(of name: String) -> Failure {
    if case .stopped = self { return self }
    return .diagnostic(Diagnostic(.bindTransformFailed, "transform of \(name): \(description)"))
  }
}
