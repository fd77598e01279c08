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

  enum Verdict {
    /// With what the checks make of some of the values.
    case accepted(coerced: [(cell: LeafCell, value: Value)])
    indirect case refused(Diagnostic)
  }

  /// Of what has been written so far.
  fileprivate func verdict() throws(Failure) -> Verdict {
    defer { written = [] }
    var coerced: [(cell: LeafCell, value: Value)] = []
    for (cell, value) in written {
      switch try cell.accept(value) {
      case .accepted(value): continue
      case .accepted(let other): coerced.append((cell, other))
      case .refused(let diagnostic): return .refused(diagnostic)
      }
    }
    return .accepted(coerced: coerced)
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
    guard let collected else {
      writesTogether = false
      return outcome
    }
    return try judge(collected, after: outcome)
  }

  @inline(never)
  private func judge(_ joint: JointCheck, after outcome: WriteOutcome) throws(Failure) -> WriteOutcome {
    (writesTogether, collected) = (false, nil)
    if case .refused = outcome { return outcome }
    joint.noteEnds()
    switch try joint.verdict() {
    case .refused(let diagnostic): return .refused(diagnostic)
    case .accepted(let coerced):
      for (cell, value) in coerced { try cell.putAccepted(value) }
      return outcome
    }
  }

  /// The same before the body has ended, for who takes what the checks make of the values himself.
  func verdictSoFar() throws(Failure) -> JointCheck.Verdict {
    guard let collected else { return .accepted(coerced: []) }
    writesTogether = false
    defer { writesTogether = true }
    return try collected.verdict()
  }

  /// The body sees the fields hold these values, which go nowhere.
  func supposing<Result>(
    _ values: [(leaf: StateLeaf, value: Value)], _ body: () throws(StateRefusal) -> Result
  ) throws(StateRefusal) -> Result {
    let (outer, outerMode, outerNoting) = (overlay, mode, noting)
    let supposed = Overlay(parent: outer, isHeld: false, births: births, in: graph)
    overlay = supposed
    mode = .deferred
    noting = .nothing
    defer {
      supposed.unmark(in: graph)
      leave(to: outer, outerMode)
      noting = outerNoting
      outer?.invalidateSpeculations()
    }
    for (leaf, value) in values { hold(value, in: leaf) }
    return try body()
  }
}
