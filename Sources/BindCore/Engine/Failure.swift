/// Why a callback, a read or a write did not succeed.
///
/// Indirect: whatever may fail hands on one pointer, and only a failure allocates.
public indirect enum Failure: Error {
  /// bindhost's own finding, with a stable id.
  case diagnostic(Diagnostic)
  /// What a script raised; it goes on to whoever catches it unchanged.
  case raised(ScriptError)
  /// The callback was stopped by a limit or by Ctrl-C; its writes are dropped, and only it ends.
  case stopped(Diagnostic)
}

extension Failure {
  /// As a value holds it for whoever reads it: they have not run for too long.
  var withoutStop: Failure {
    guard case .stopped(var diagnostic) = self, diagnostic.stop != 0 else { return self }
    diagnostic.stop = 0
    return .stopped(diagnostic)
  }
}

/// An error value of a script.
public struct ScriptError: Error, Sendable {
  /// Unchanged: the same table, string or object that `error` was called with.
  public let value: Value
  /// `tostring` of the value.
  public let message: String
  public let position: SourcePosition?
  public let traceback: String?
  /// What bindhost itself raised and the script let pass: the value is then its err table.
  public let diagnostic: Diagnostic?

  public init(
    value: Value, message: String, position: SourcePosition? = nil, traceback: String? = nil,
    diagnostic: Diagnostic? = nil
  ) {
    self.value = value
    self.message = message
    self.position = position
    self.traceback = traceback
    self.diagnostic = diagnostic
  }
}

extension ScriptError {
  /// The same error, raised at a place.
  func located(at position: SourcePosition?) -> ScriptError {
    ScriptError(value: value, message: message, position: position, traceback: traceback, diagnostic: diagnostic)
  }

  /// The same error with another value.
  func replacing(_ value: Value) -> ScriptError {
    ScriptError(value: value, message: message, position: position, traceback: traceback, diagnostic: diagnostic)
  }

  /// The message without the place that `error "text"` puts in front of it.
  package var text: String {
    guard let position else { return message }
    let place = "\(position.script):\(position.line): "
    if message.hasPrefix(place) { return String(message.dropFirst(place.count)) }
    // Lua shortens a long script name in front to "...": the same place.
    guard message.hasPrefix("...") else { return message }
    for cut in place.indices.dropFirst() {
      let shortened = "..." + place[cut...]
      if message.hasPrefix(shortened) { return String(message.dropFirst(shortened.count)) }
    }
    return message
  }
}

/// An error that nobody was there to catch, on its way to `bh.on_error` or standard error.
public struct Report {
  public let failure: any Error
  /// What ran, such as "observer of user.name".
  public let during: String
  /// The delivery or write that led to it, newest first, one line each.
  public var trail: [String]
  /// A warning does not change the exit code.
  public var isWarning: Bool

  public init(_ failure: any Error, during: String, trail: [String] = [], isWarning: Bool = false) {
    self.failure = failure
    self.during = during
    self.trail = trail
    self.isWarning = isWarning
  }
}

extension Engine {
  /// Any error as a failure.
  package static func failure(_ error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let diagnostic as Diagnostic: .diagnostic(diagnostic)
    default: .diagnostic(Diagnostic(.hostInternal, "\(error)"))
    }
  }
}
