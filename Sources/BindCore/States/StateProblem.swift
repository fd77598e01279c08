/// What is wrong between a state and its store.
public struct StateProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// What is stored cannot be read as this state: it was moved aside.
    case corrupt
    /// What is stored was written by a newer version: it can be read only.
    case newerVersion
    case loadFailed
    case saveFailed
    /// It was changed under a lock that is lost: what is stored stands.
    case fenced
    /// The value is none that can be stored.
    case unstorable
  }

  public let kind: Kind
  /// One sentence without a full stop.
  public let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { message }

  /// The same for a script's author.
  package func diagnostic(_ severity: Diagnostic.Severity = .error) -> Diagnostic {
    let id: DiagnosticID =
      switch kind {
      case .corrupt: .storeCorrupt
      case .newerVersion: .storeNewerVersion
      case .loadFailed: .storeLoadFailed
      case .saveFailed: .storeSaveFailed
      case .fenced: .storeFenced
      case .unstorable: .storeValue
      }
    return Diagnostic(id, message, severity: severity)
  }
}
