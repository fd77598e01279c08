import BindGraph

// Bindings that have their turn inside a function that reads what they are still to write: `Graph.settleAhead`.

extension Engine {
  /// Runs bindings as if what computes now did not run: nothing of it is seen, and nothing that they do is on its account. Only inside what
  /// computes: whatever else runs among bindings is in the middle of something. A check that is asked again is to say what it says of
  /// what stands, and is told when that changes.
  func settleAhead(_ work: () -> Void) {
    guard mode == .pure, !followsSpeculations else { return }
    let outer = (
      deliveringBinding, isWritingPlace, writesBack, judgesFunctions, placedCauses, writeKind, isAmongBindings
    )
    let (outerJoint, outerSpeculations) = ((writesTogether, collected), (speculating, demanded))
    let (outerRead, looks) = (hasRead, watching.pointee & Watch.looks)
    (deliveringBinding, isWritingPlace, writesBack, judgesFunctions) = (nil, false, false, false)
    (placedCauses, writeKind, isAmongBindings) = ([:], .write, false)
    (writesTogether, collected) = (false, nil)
    (speculating, demanded) = ([], nil)
    watching.pointee &= ~Watch.looks
    let hidden = overlay
    writing(into: nil, as: .settling, work)
    // What was derived from what stood there is no longer so.
    hidden?.invalidateSpeculations()
    watching.pointee |= looks
    hasRead = outerRead
    (speculating, demanded) = outerSpeculations
    (writesTogether, collected) = outerJoint
    (deliveringBinding, isWritingPlace, writesBack, judgesFunctions, placedCauses, writeKind, isAmongBindings) = outer
  }
}
