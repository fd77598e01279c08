// Objects in what was raised.

extension Failure {
  /// Whether what was raised is one, or has some in it.
  var holdsObjects: Bool { raisedValue?.holdsObjects ?? false }

  private var raisedValue: Value? {
    switch self {
    case .raised(let error): error.value
    case .diagnostic(let diagnostic), .stopped(let diagnostic): diagnostic.raised?.value
    }
  }

  func replacingObjects(_ replacement: (Opaque) -> Value?) -> Failure? {
    guard let value = raisedValue?.replacingObjects(replacement) else { return nil }
    switch self {
    case .raised(let error): return .raised(error.replacing(value))
    case .diagnostic(let diagnostic): return .diagnostic(diagnostic.raising(value))
    case .stopped(let diagnostic): return .stopped(diagnostic.raising(value))
    }
  }

  /// What it says, without the objects that were raised.
  var withoutObjects: Failure {
    guard holdsObjects else { return self }
    switch self {
    case .raised(let error): return .raised(error.replacing(.string(ByteString(error.text))))
    case .diagnostic(let diagnostic): return .diagnostic(diagnostic.raising(nil))
    case .stopped(let diagnostic): return .stopped(diagnostic.raising(nil))
    }
  }
}

extension Diagnostic {
  fileprivate func raising(_ value: Value?) -> Diagnostic {
    var diagnostic = self
    diagnostic.raised = value.map { RaisedCause($0) }
    return diagnostic
  }
}
