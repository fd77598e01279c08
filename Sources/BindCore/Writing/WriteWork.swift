/// Names one attempt of one write for the other side.
package struct WriteTicket: Equatable, Sendable {
  /// The same for every attempt, also after a restart: an idempotency key.
  package let id: String
  /// From 1.
  package let attempt: Int
}

/// What one write does outside. Each call ends with one call of its completion, at once or later, unless it is called off
/// first.
package protocol WriteWork: AnyObject {
  var canConfirm: Bool { get }
  var canResolve: Bool { get }
  /// The answer nil confirms `new`; a value takes its place.
  func set(
    _ new: Value, _ old: Value, _ ticket: WriteTicket, _ completion: @escaping (Result<Value?, Failure>) -> Void
  ) -> JobRun?
  func confirm(_ new: Value, _ old: Value, _ completion: @escaping (Result<Bool, Failure>) -> Void) -> JobRun?
  func resolve(_ conflict: Conflict, _ completion: @escaping (Result<Conflict.Way, Failure>) -> Void) -> JobRun?
}

/// What cannot decide lets the other side's value stand.
extension WriteWork {
  package var canResolve: Bool { false }
  package func resolve(
    _ conflict: Conflict, _ completion: @escaping (Result<Conflict.Way, Failure>) -> Void
  ) -> JobRun? {
    completion(.success(.theirs))
    return nil
  }
}

/// Two wrote, and the other one was first.
package struct Conflict {
  /// What the write was made from.
  package let base: Value
  /// What it would make of it.
  package let mine: Value
  /// What the other side has now: the field `theirs` of the error, else what the getter has answered; nil where neither says it.
  package let theirs: Value?

  package enum Way {
    /// Send mine again, on top of theirs.
    case mine
    /// Let theirs stand.
    case theirs
    /// Send this instead.
    case value(Value)
  }
}

extension Failure {
  var isConflict: Bool { kindAndStatus.kind == .conflict }

  /// What the other side has, if the error of a conflict says it.
  var theirs: Value? {
    guard case .raised(let error) = self, case .record(let fields) = error.value else { return nil }
    return fields["theirs"]
  }

  /// A conflict that stands has the id of one, unless its error has an id already; all that the error says stays.
  func named(asConflictOf name: String) -> Failure {
    guard isConflict, case .raised(let error) = self, case .record(var fields) = error.value, fields["id"] == nil else {
      return self
    }
    let words = "the write of \(name) met a newer value"
    fields["id"] = .string(ByteString(DiagnosticID.sourceConflict.rawValue))
    if fields["message"] == nil { fields["message"] = .string(ByteString(words)) }
    return .raised(
      ScriptError(
        value: .record(fields), message: fields["message"]?.words ?? words, position: error.position,
        traceback: error.traceback))
  }
}
