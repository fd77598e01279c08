// What is there without conditional bindings: `SourceBase`.

extension SourceCell {
  /// The first conditional binding takes something there. What earlier ones have asked for may be under way.
  func beginBase() {
    if unbound == nil || !hasWritesUnderWay { unbound = SourceBase(of: self) }
  }

  func endBase() { if !hasBase, !hasWritesUnderWay { unbound = nil } }

  /// What the parts of a write make of that, one after the other.
  /// - Parameter new: what it has become, where that is known.
  func steps(of number: Int, from old: Value?, to new: Value? = nil) -> [SourceBase.Step] {
    let known = partsInFlight[number]
    let asked = writes.queue.operation(of: number) ?? new.map { .set($0) }
    let parts = known ?? asked.map { SourceParts(SourceParts.Asked(operation: $0, place: self), to: self) }
    return (try? engine.runPure { () throws(Failure) in parts?.steps(from: old) ?? [] }) ?? []
  }

  var presentWriter: SourceParts.Asked.Writer? {
    guard isBound, let binding = engine.oneWayBinding(deliveringTo: self) else { return nil }
    return binding.isConditional ? .conditional : .unconditional
  }

  func writeDropped(_ number: Int) {
    if presentWriter == .conditional { unbound?.keep(number) } else { unbound?.leave(number) }
    partsInFlight[number] = nil
  }
}
