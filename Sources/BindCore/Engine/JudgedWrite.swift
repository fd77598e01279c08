/// Plain values that fields with checks have taken from an observer, on what that saw. Where others have written before it is applied they are
/// judged anew, in its turn: a check that reads what has changed meanwhile may say something else.
final class JudgedWrite: HeldOperation {
  struct Part {
    let cell: LeafCell
    /// Not what the check has made of it.
    let given: Value
    let accepted: Value
    /// What is stored with it, where the truth of the field is elsewhere.
    let elsewhere: StateWrite.Given?
    private let origin: CellOrigin

    fileprivate init(_ cell: LeafCell, _ given: Value, _ accepted: Value, in overlay: Overlay) {
      (self.cell, self.given, self.accepted) = (cell, given, accepted)
      origin = .write(nil, overlay.cellWrite(to: cell)?.cause ?? .none)
      elsewhere = (cell as? StateLeaf).flatMap { leaf in
        leaf.mirror.flatMap { overlay.ownWrite(to: $0) as? StateWrite }?.lastGiven(to: leaf)
      }
    }

    fileprivate func perform(in overlay: Overlay, isApplied: Bool) {
      overlay.cellWrite(to: cell)?.put(accepted, by: isApplied ? origin : nil)
    }

    /// The check makes something else of it by now.
    fileprivate func replace(by value: Value, in overlay: Overlay) {
      overlay.cellWrite(to: cell)?.put(value)
      elsewhere?.value = value
    }
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
    for part in parts { part.perform(in: overlay, isApplied: isApplied) }
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
      for (part, value) in zip(parts, values) where value != part.accepted { part.replace(by: value, in: overlay) }
    }
  }
}

extension Engine {
  /// The running callback writes what the field has made of `given`.
  func remember(_ given: Value, acceptedBy cell: LeafCell, as accepted: Value) {
    // What is written together is judged together.
    guard cell.declaration.check != nil, !writesTogether, let overlay = heldOverlay else { return }
    overlay.append(JudgedWrite([.init(cell, given, accepted, in: overlay)], in: self), isPerformed: true)
  }

  /// The same of fields that are written together.
  func remember(_ joint: JointCheck) {
    guard !joint.entries.isEmpty, let overlay = heldOverlay else { return }
    let parts = joint.entries.map { JudgedWrite.Part($0.cell, $0.given, $0.result, in: overlay) }
    overlay.append(JudgedWrite(parts, in: self), isPerformed: true)
  }
}
