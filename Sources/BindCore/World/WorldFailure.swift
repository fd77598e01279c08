/// What the World could not do. Expected, so it is a value and not a trap.
package struct WorldFailure: Error, Hashable, Sendable {
  package var kind: ErrorKind
  /// One sentence without a full stop, with the name of what failed.
  package var message: String
  /// The exit status for `exit`, the signal's number for `signal`.
  package var status: Int32?
  /// For `notPermitted`: what was refused, and the flag that allows it.
  package var refusal: Refusal?

  package init(_ kind: ErrorKind, _ message: String, status: Int32? = nil) {
    self.kind = kind
    self.message = message
    self.status = status
  }

  package init(_ refusal: Refusal) {
    self.kind = .notPermitted
    self.message = refusal.message
    self.refusal = refusal
  }
}
