/// Plain values that fields with checks have taken from an observer, on what that saw. Where others have written before it is applied they are
/// judged anew, in its turn: a check that reads what has changed meanwhile may say something else.
final class JudgedWrite: HeldOperation {
  struct Part {
    let cell: LeafCell
    /// Not what the check has made of it.
    let given: Value
    let accepted: Value
  }

  private let parts: [Part]
  /// `Engine.heldCommits` when they were made.
  private let age: UInt64

  init(_ parts: [Part], in engine: Engine) {
    (self.parts, age) = (parts, engine.heldCommits)
  }

  override var target: AnyObject { parts[0].cell }

  override func replaces(_ earlier: HeldOperation) -> Bool {
    parts.count == 1 && ((earlier as? CellAssignment)?.cell === parts[0].cell || earlier.judges(parts[0].cell))
  }

  override func judges(_ cell: LeafCell) -> Bool { parts.count == 1 && parts[0].cell === cell }

  override func perform(in overlay: Overlay, _ engine: Engine, isApplied: Bool) throws(Failure) {
    for part in parts { overlay.cellWrite(to: part.cell)?.put(part.accepted) }
    guard isApplied, age != engine.heldCommits else { return }
    let olds = JointCheck()
    for part in parts {
      olds.remember(part.cell.stored, of: part.cell)
      olds.add(part.cell, part.given)
    }
    overlay.invalidateSpeculations()
    switch try engine.acceptance(ofTogether: parts.map { ($0.cell, $0.given) }, over: olds) {
    case .refused(let diagnostic): throw .diagnostic(diagnostic)
    case .accepted(let values):
      for (part, value) in zip(parts, values) where value != part.accepted { overlay.replace(part.cell, by: value) }
    }
  }
}

extension Overlay {
  /// The check makes something else of what was written there.
  fileprivate func replace(_ cell: LeafCell, by value: Value) {
    cellWrite(to: cell)?.put(value)
    guard let leaf = cell as? StateLeaf, let mirror = leaf.mirror else { return }
    (ownWrite(to: mirror) as? StateWrite)?.put(value, in: leaf)
  }
}

extension Engine {
  /// The running callback writes what the field has made of `given`.
  func remember(_ given: Value, acceptedBy cell: LeafCell, as accepted: Value) {
    // What is written together is judged together.
    guard cell.declaration.check != nil, !writesTogether, let overlay = heldOverlay else { return }
    overlay.append(JudgedWrite([.init(cell: cell, given: given, accepted: accepted)], in: self), isPerformed: true)
  }

  /// The same of fields that are written together.
  func remember(_ joint: JointCheck) {
    guard !joint.entries.isEmpty, let overlay = heldOverlay else { return }
    let parts = joint.entries.map { JudgedWrite.Part(cell: $0.cell, given: $0.given, accepted: $0.result) }
    overlay.append(JudgedWrite(parts, in: self), isPerformed: true)
  }
}
