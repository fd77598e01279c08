/// What the World could not do. Expected, so it is a value and not a trap.
package struct WorldFailure: Error, Hashable, Sendable {
  package var kind: ErrorKind
  /// One sentence without a full stop, with the name of what failed.
  package var message: String
  /// The exit status for `exit`, the signal's number for `signal`, the answer's status for `http`.
  package var status: Int32?
  /// Of a database: it cannot be written to.
  package var isReadOnly = false
  /// For `notPermitted`: what was refused, and the flag that allows it.
  package var refusal: Refusal?
  /// What of the kind it is, in a word: `circuit`, `dns`, `refused`, `tls`, `cut`, `redirect`, `size`.
  package var detail: String?
  /// The other side asks for so long a pause.
  package var retryAfter: Duration?
  /// Whatever its kind, it must not be tried again without being asked: it may have had its effect, or will fail again.
  package var isFinal = false
  /// The body of an answer that is an error.
  package var body: ByteString?

  package init(_ kind: ErrorKind, _ message: String, status: Int32? = nil, detail: String? = nil) {
    self.kind = kind
    self.message = message
    self.status = status
    self.detail = detail
  }

  package init(_ refusal: Refusal) {
    self.kind = .notPermitted
    self.message = refusal.message
    self.refusal = refusal
  }
}
