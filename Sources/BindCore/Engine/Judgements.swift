/// Plain values that fields with checks have taken from an observer, on what that saw. Where others have written before it is applied,
/// they are judged anew: a check that reads what has changed meanwhile may say something else.
struct Judgements {
  private struct Judgement {
    let cell: LeafCell
    /// Not what the check has made of it.
    let given: Value
  }

  private var all: [Judgement] = []
  /// `Engine.heldCommits` when they were made.
  private var age: UInt64 = 0

  mutating func note(_ given: Value, acceptedBy cell: LeafCell) {
    age = cell.engine.heldCommits
    all.removeAll { $0.cell === cell }
    all.append(Judgement(cell: cell, given: given))
  }

  mutating func add(_ later: Judgements) {
    for judgement in later.all { note(judgement.given, acceptedBy: judgement.cell) }
  }

  /// - Returns: which of them is refused now, and why.
  func judgeAnew(in overlay: Overlay, _ engine: Engine) -> (cell: LeafCell, failure: Failure)? {
    guard !all.isEmpty, age != engine.heldCommits else { return nil }
    // What a function has made of it since was judged with that.
    let open = all.filter { overlay.cellWrite(to: $0.cell)?.plainValue != nil }
    let olds = JointCheck()
    for judgement in open {
      olds.remember(judgement.cell.stored, of: judgement.cell)
      olds.add(judgement.cell, judgement.given)
    }
    do throws(Failure) {
      let verdict = try engine.performing(overlay) {
        Result { () throws(Failure) in
          try engine.acceptance(ofTogether: open.map { ($0.cell, $0.given) }, over: olds)
        }
      }.get()
      switch verdict {
      case .refused(let diagnostic): return (open[0].cell, .diagnostic(diagnostic))
      case .accepted(let values):
        for (judgement, value) in zip(open, values) { overlay.replace(judgement.cell, by: value) }
        return nil
      }
    } catch {
      return (open[0].cell, error)
    }
  }
}

extension Overlay {
  /// The check makes something else of what was written there.
  fileprivate func replace(_ cell: LeafCell, by value: Value) {
    guard let write = cellWrite(to: cell), write.plainValue != value else { return }
    write.put(value)
    if let leaf = cell as? StateLeaf, let mirror = leaf.mirror {
      (ownWrite(to: mirror) as? StateWrite)?.put(value, in: leaf)
    }
  }
}

extension Engine {
  /// The running callback writes what the field has made of `given`.
  func remember(_ given: Value, acceptedBy cell: LeafCell) {
    guard cell.declaration.check != nil, let overlay = heldOverlay else { return }
    overlay.note(given, acceptedBy: cell)
  }
}
