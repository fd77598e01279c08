// What is there without conditional bindings: `SourceBase`.

extension SourceCell {
  /// The first conditional binding takes something there. What earlier ones have asked for may be under way.
  func beginBase() { if unbound == nil || isBaseOver { unbound = SourceBase(of: self) } }

  func endBase() { if unbound != nil, !hasBase, isBaseOver { unbound = nil } }

  /// Nothing that conditional bindings have asked for is under way: what stands here stands without them.
  private var isBaseOver: Bool {
    standings.isEmpty && !partsInFlight.contains { $0.value.hasConditions && writes.queue.contains($0.key) }
  }

  /// What the parts of a write make of that, one after the other.
  /// - Parameter new: what it has become, where that is known.
  func steps(of number: Int, from old: Value?, to new: Value? = nil) -> [SourceBase.Step] {
    let known = partsInFlight[number]
    let asked = writes.queue.operation(of: number) ?? new.map { .set($0) }
    let parts = known ?? asked.map { SourceParts(SourceParts.Asked(operation: $0, place: self), to: self) }
    return (try? engine.runPure { () throws(Failure) in parts?.steps(from: old) ?? [] }) ?? []
  }

  /// The value with what one-way bindings have asked for in the write as it was before that.
  func withoutDelivered(by number: Int, from old: Value?, to new: Value) -> Value? {
    keeping(partsInFlight[number]?.placesDelivered ?? [], of: old, in: new)
  }

  /// The new value with those places as they are in the old one.
  func keeping(_ places: [Cell], of old: Value?, in new: Value?) -> Value? {
    if places.contains(where: { $0 === self }) { return old }
    return places.reduce(new) { whole, place in
      whole.map { place.keeping(place.part(in: old, of: self), in: $0, of: self) }
    }
  }

  /// What the commit whose wave runs has written here concerns that place.
  func isWrittenTogether(at place: Cell) -> Bool {
    guard writtenTogether != nil else { return false }
    guard place !== self, let number = numberByHand, let parts = partsInFlight[number] else { return true }
    let steps = (try? engine.runPure { () throws(Failure) in parts.steps(from: stored) }) ?? []
    return steps.contains {
      $0.asked.place === place || place.part(in: $0.old, of: self) != place.part(in: $0.new, of: self)
    }
  }

  /// What stood last in places that bindings have, and that the write has taken away after it had changed them.
  func noteUnseen(in number: Int, from old: Value?, to new: Value) {
    let hasSeveral = partsInFlight[number]?.hasSeveral ?? false
    if !isBound || !hasSeveral && !hasUnseen { return }
    forgetUnseen(in: new)
    if !hasSeveral { return }
    let gone = engine.claimsInPlaces(of: self).filter { $0.isHeld && $0.target.isAway(in: new, of: self) }
    if gone.isEmpty { return }
    let all = steps(of: number, from: old, to: new)
    // A transaction is one step.
    let steps = all.indices.filter { $0 + 1 == all.count || all[$0 + 1].asked.binding != nil }.map { all[$0] }
    for claims in gone {
      guard let last = steps.last(where: { !claims.target.isAway(in: $0.new, of: self) }) else { continue }
      claims.unseen = claims.target.part(in: last.new, of: self) ?? .nil
      hasUnseen = true
    }
  }

  /// What is there again may be something else.
  func forgetUnseen(in new: Value) {
    if !hasUnseen { return }
    hasUnseen = false
    for claims in engine.claimsInPlaces(of: self) where claims.unseen != nil {
      if claims.target.isAway(in: new, of: self) { hasUnseen = true } else { claims.unseen = nil }
    }
  }

  var presentWriter: SourceParts.Asked.Writer? {
    guard isBound, let binding = engine.oneWayBinding(deliveringTo: self) else { return nil }
    return binding.isConditional ? .conditional : .unconditional
  }

  func baseMet(from old: Value?, to new: Value) {
    forgetUnseen(in: new)
    unbound?.answered(from: old, to: new)
  }

  func writeDropped(_ number: Int) {
    let isKept = partsInFlight[writes.queue.lastNumber]?.isOfConditions ?? (presentWriter == .conditional)
    if isKept { unbound?.keep(number) } else { unbound?.leave(number) }
    partsInFlight[number] = nil
  }
}
