import BindGraph

// What is written while bindings settle may come back in the same wave to what it was: a validator coerces an edit, an end normalises it.
// Then nothing has happened (CONTRACT 17, 19), also for what stood at the target of a binding that has delivered meanwhile.

/// What stood at the target of a binding before it delivered, and was not what it had put there: written by others since, or with refused input.
final class Covered {
  let wave: UInt32
  /// What the source had said before.
  let said: Value
  let held: Value
  let echo: Value?
  let attempted: Value?
  let status: Binding.Status
  let failure: Failure?
  let input: Value?

  init(under binding: Binding, said: Value, held: Value) {
    wave = binding.engine.graph.wave
    (self.said, self.held) = (said, held)
    let link = binding as? Link
    (echo, attempted) = (link?.echo, link?.attempted)
    (status, failure, input) = (binding.status, binding.statusFailure, binding.refusedInput)
  }
}

extension Binding {
  /// It is about to deliver over something that is not its own.
  /// - Parameter said: what it has delivered before that.
  @inline(never)
  final func cover(_ said: Value) throws(Failure) {
    guard covered?.wave != engine.graph.wave, !(target.settledLeaf is SourceCell), let held = try target.peek() else {
      return
    }
    covered = Covered(under: self, said: said, held: held)
  }

  /// The source is back at what it had said before: what stood at the target stands again.
  /// - Returns: false where there is something to deliver.
  @inline(never)
  final func uncover(_ new: Value, _ cause: CauseID) throws(Failure) -> Bool {
    guard let covered, covered.wave == engine.graph.wave, engine.causes[cause]?.kind != .touch, presentTouch == nil,
      input.isAlike(covered.said, new)
    else { return false }
    self.covered = nil
    guard case .written = try write(covered.held, to: target) else { return false }
    stand(again: covered)
    return true
  }
}
