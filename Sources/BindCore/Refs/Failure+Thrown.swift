/// An error of Swift's on its way through the graph.
private final class ThrownError: Opaque, @unchecked Sendable {
  let error: any Error
  init(_ error: any Error) { self.error = error }
  @available(*, unavailable) override init() { preconditionFailure("not inherited") }
  override var typeName: String { "error" }
}

extension Failure {
  /// What a closure of Swift's has thrown.
  init(thrown error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let diagnostic as Diagnostic: self = .diagnostic(diagnostic)
    default: self = .raised(ScriptError(value: .opaque(ThrownError(error)), message: "\(error)"))
    }
  }

  /// With its id, place and words, whatever kind of failure it is.
  public var asDiagnostic: Diagnostic { Diagnostic(Report(self, during: "")) }

  /// The error that a closure of Swift's threw, where that is what it was.
  public var thrown: (any Error)? {
    if case .raised(let error) = self, case .opaque(let opaque as ThrownError) = error.value {
      opaque.error
    } else {
      nil
    }
  }
}
