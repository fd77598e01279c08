import BindGraph

// What is written while bindings settle may come back in the same wave to what it was: a validator coerces an edit, an end normalises it.
// Then nothing has happened (CONTRACT 17, 19), also for what stood at the target of a binding that has delivered meanwhile.

/// What stood at the target of a binding before it delivered, and was not what it had put there: written by others since, or refused. Lives
/// until bindings have settled.
final class Covered {
  /// What the source had said before.
  fileprivate let said: Value
  fileprivate let leaf: LeafCell
  fileprivate let past: UnsettledPast.Entry
  fileprivate let places: [UnsettledPast.Origin]
  /// Those of the binding since then.
  fileprivate var writes: [CauseID] = []
  let standing: Standing
  /// Of a link: what it had left at the target, and what was asked for there.
  let echo: Value?, attempted: Value?

  fileprivate init(under binding: Binding, _ leaf: LeafCell, said: Value, echo: Value?, attempted: Value?) {
    (self.leaf, self.said, self.echo, self.attempted) = (leaf, said, echo, attempted)
    (past, places) = (leaf.past, leaf.pastOfPlaces)
    standing = binding.standingWithoutFailure
  }
}

extension Binding {
  /// It is about to deliver over something that is not its own.
  /// - Parameter said: what it has said before that.
  @inline(never)
  final func cover(_ said: Value, echo: Value? = nil, attempted: Value? = nil) {
    guard covered == nil, writeMode == .settling, let leaf = target.settledLeaf, leaf.stored != nil,
      !(leaf is SourceCell)
    else { return }
    covered = Covered(under: self, leaf, said: said, echo: echo, attempted: attempted)
    engine.keepCovered(by: self)
  }

  /// It has written the target.
  final func noteCovering() {
    if let covered { covered.writes.append(covered.leaf.writtenBy) }
  }

  /// The source is back at what it had said before: what stood at the target stands again, unless others have written that meanwhile, or the
  /// source is back because of what the binding has delivered, as in a ring that narrows.
  /// - Returns: false where there is something to deliver.
  @inline(never)
  final func uncover(_ new: Value, _ cause: CauseID) throws(Failure) -> Bool {
    guard let covered, engine.causes[cause]?.kind != .touch, presentTouch == nil,
      input.isAlike(covered.said, new), let held = covered.past.value
    else { return false }
    let leaf = covered.leaf
    if leaf.writtenBy != covered.writes.last ?? covered.past.event { return false }
    if covered.writes.contains(where: { engine.causes.follows(cause, from: $0) }) { return false }
    let outcome = try engine.delivering(self) { () throws(Failure) in try leaf.write(held) }
    guard case .written = outcome else { return false }
    (leaf.writtenBy, leaf.writtenAt) = (covered.past.event, covered.past.place)
    for place in covered.places { (place.cell.writtenBy, place.cell.writtenAt) = (place.event, place.place) }
    self.covered = nil
    stand(again: covered)
    return true
  }
}
