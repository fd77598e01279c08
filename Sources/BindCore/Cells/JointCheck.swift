/// The fields of one write of a whole record, or of several of its fields: their checks run when all of them are written, so
/// that one which reads another field reads what that is to be.
final class JointCheck {
  private var written: [(cell: LeafCell, value: Value)] = []
  /// What stands by what all of it ends.
  private var byHand: [WriteByHand] = []

  func add(_ cell: LeafCell, _ value: Value) {
    written.removeAll { $0.cell === cell }
    written.append((cell, value))
  }

  func add(_ write: WriteByHand) { byHand.append(write) }

  fileprivate func noteEnds() { for write in byHand { write.noteEnds() } }

  /// - Returns: why a field does not take its value, or nil. What a check makes of a value is written in its place.
  fileprivate func refusal() throws(Failure) -> Diagnostic? {
    for (cell, value) in written {
      switch try cell.accept(value) {
      case .accepted(value): continue
      case .accepted(let coerced): try cell.putAccepted(coerced)
      case .refused(let diagnostic): return diagnostic
      }
    }
    return nil
  }
}

extension Engine {
  /// Where the checks of what is written now are collected; nil: they run at once.
  var jointCheck: JointCheck? {
    guard writesTogether else { return nil }
    if let collected { return collected }
    let made = JointCheck()
    collected = made
    return made
  }

  /// Runs the checks of what the body writes after all of it. The caller drops what is written where it is refused.
  @inline(__always)
  func checkingTogether(_ body: () throws(Failure) -> WriteOutcome) throws(Failure) -> WriteOutcome {
    if writesTogether { return try body() }
    writesTogether = true
    let outcome: WriteOutcome
    do throws(Failure) { outcome = try body() } catch {
      (writesTogether, collected) = (false, nil)
      throw error
    }
    writesTogether = false
    guard let collected else { return outcome }
    return try judge(collected, after: outcome)
  }

  @inline(never)
  private func judge(_ joint: JointCheck, after outcome: WriteOutcome) throws(Failure) -> WriteOutcome {
    collected = nil
    if case .refused = outcome { return outcome }
    joint.noteEnds()
    if let diagnostic = try joint.refusal() { return .refused(diagnostic) }
    return outcome
  }
}
