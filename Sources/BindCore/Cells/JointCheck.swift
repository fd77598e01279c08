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

  /// Of what has been written so far. What a check makes of a value is what the others read: those that have not made anything of
  /// theirs are asked again then.
  /// - Parameter put: writes it in place of the value.
  /// - Returns: why a field does not take its value, or nil.
  func refusal(
    putting put: (_ cell: LeafCell, _ value: Value) throws(Failure) -> Void
  ) throws(Failure) -> Diagnostic? {
    defer { written = [] }
    var (plain, first) = ([(cell: LeafCell, value: Value)](), Diagnostic?.none)
    for (cell, value) in written {
      switch try cell.accept(value) {
      case .accepted(value): plain.append((cell, value))
      case .accepted(let coerced): try put(cell, coerced)
      case .refused(let diagnostic):
        plain.append((cell, value))
        first = first ?? diagnostic
      }
    }
    if plain.count == written.count { return first }
    for (cell, value) in plain {
      switch try cell.accept(value) {
      case .accepted(value): continue
      case .accepted(let coerced): try put(cell, coerced)
      case .refused(let diagnostic): return diagnostic
      }
    }
    return nil
  }
}

extension Engine {
  /// Where the checks of what is written now are collected; nil: they run at once.
  var jointCheck: JointCheck? {
    // A function that is asked for a value writes nothing.
    guard writesTogether, mode == .deferred else { return nil }
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
    let refusal = try joint.refusal { cell, value throws(Failure) in try cell.putAccepted(value) }
    return refusal.map { .refused($0) } ?? outcome
  }
}

extension LeafCell {
  /// The same, where the check is asked later, with those of the others.
  func accept(_ value: Value, collecting joint: JointCheck) throws(Failure) -> Acceptance {
    let outer = (engine.writesTogether, engine.collected, engine.mode)
    (engine.writesTogether, engine.collected, engine.mode) = (true, joint, .deferred)
    defer { (engine.writesTogether, engine.collected, engine.mode) = outer }
    return try accept(value)
  }
}
