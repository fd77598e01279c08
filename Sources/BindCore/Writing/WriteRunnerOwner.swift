/// Who owns writes in flight: what it shows follows them.
protocol WriteRunnerOwner: AnyObject {
  /// What is shown may have changed.
  func writesChanged()
  /// A write begins to count, or counts no more: what was asked for before is older than it.
  func writeTouchesBase()
  /// The write's function has just been applied to what it is sent with, or to what it is confirmed on.
  func writeMade(_ number: Int)
  /// A write was confirmed: the base is another one.
  func baseWritten(_ number: Int, from old: Value?, origin: CauseID, isOutdated: Bool, wasFirstAt revision: Int?)
  /// The base is another one, which a write has met outside.
  func baseMet(from old: Value?, to new: Value)
  /// A newer one has taken its place.
  func writeDropped(_ number: Int)
  /// What is made of a conflict is to be sent.
  /// - Throws: why it may not stand there.
  func askChecks(_ value: Value) throws(Failure)
  /// The other side has something else, and has not said what.
  func baseIsUnknown()
  /// Asks the other side what it has now; nil where nobody can be asked for it.
  var otherSide: ((@escaping (Result<Value, Failure>) -> Void) -> JobRun?)? { get }
  /// A write has ended; called before whoever waits for it hears of it.
  /// - Parameters:
  ///   - failure: nil after success.
  ///   - isDeclined: whoever was asked has said no, which is no error.
  /// - Returns: why it failed has been told.
  func writeEnded(_ number: Int, _ failure: Failure?, isDeclined: Bool) -> Bool
  /// After whoever waits has heard of it.
  func writeSettled()
  /// Once for each write, however it has ended.
  func writeClosed()
  /// A write cannot be made without a base, and there is none. It goes on when there is one, or ends if there will be none:
  /// `endHeldBack`.
  /// - Returns: false where nobody is to be asked for one: it fails.
  func writeNeedsBase() -> Bool
  /// It goes on.
  func writeHasBase()
  /// The other side is being asked what it has: what is made of that waits for the answer, also where it could be made of
  /// nothing.
  var isBaseComing: Bool { get }
}

extension WriteRunnerOwner {
  var otherSide: ((@escaping (Result<Value, Failure>) -> Void) -> JobRun?)? { nil }
  func writeMade(_ number: Int) {}
  func askChecks(_ value: Value) throws(Failure) {}
  func writeClosed() {}
  func baseMet(from old: Value?, to new: Value) {}
  func writeDropped(_ number: Int) {}
  func writeNeedsBase() -> Bool { false }
  func writeHasBase() {}
  var isBaseComing: Bool { false }
}
