/// The class of an error: the field `kind` that a script switches on.
///
/// Retrying follows from the kind: `timeout`, `network` and some `http` failures may pass by themselves, the others
/// are final.
public enum ErrorKind: String, Hashable, Sendable, CaseIterable {
  /// Work was called off, by the script, by its scope or by Ctrl-C.
  case cancelled
  /// It took longer than it was allowed to.
  case timeout
  case offline
  case network
  case http
  /// An answer arrived and could not be read.
  case decode
  /// A source ended without having given a value.
  case empty
  /// A transform raised; the value it was given is fine.
  case transform
  /// The script itself raised, or returned `nil, "text"`.
  case script
  /// A mistake in the program: a wrong path, option, type or argument.
  case programming
  /// A value that a field's rules refuse.
  case invalid
  /// A command ended with a status other than zero.
  case exit
  /// A command was ended by a signal.
  case signal
  case notFound = "not_found"
  case notPermitted = "not_permitted"
  case sql
  case file
  /// Two writers, and the other one was first.
  case conflict
}

extension ErrorKind {
  /// It may pass by itself. Of `http` the status decides.
  /// - Parameter status: of an answer over HTTP.
  package func isRetryable(status: Int? = nil) -> Bool {
    switch self {
    case .timeout, .network: true
    case .http: status.map { [408, 425, 429, 500, 502, 503, 504].contains($0) } ?? false
    default: false
    }
  }
}
