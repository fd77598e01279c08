extension Cell {
  /// Takes over an answer from outside: fields are merged into a record, everything else is written.
  func assign(_ value: Value) throws(Failure) -> WriteOutcome {
    if self is RecordCell, case .record(let fields) = value { return try merge(fields, ignoringUnknown: false) }
    return try write(value)
  }

  /// Read-modify-write by a function that does nothing else, and may run once more: also in a callback, what is wrong is said
  /// where it is written.
  package final func edit(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    // Elsewhere it is done at once, with all that follows from it.
    guard engine.heldOverlay != nil else { return try modify(change) }
    let outer = engine.judgesFunctions
    engine.judgesFunctions = true
    defer { engine.judgesFunctions = outer }
    return try modify(change)
  }

  /// The place holds that from now on, whatever it held.
  final func give(_ value: Value) throws(Failure) -> WriteOutcome {
    engine.isGiving = settledLeaf?.isBound ?? false
    defer { engine.isGiving = false }
    return try edit { _ throws(Failure) in value }
  }

  /// The same by a function that is asked for nothing before it is applied. Where the place is away by what the callback knows is said here.
  package final func change(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    if engine.heldOverlay != nil, let leaf = leafAround, leaf !== self, !engine.mayDiffer(from: [leaf]) {
      try checkPresence()
    }
    return try modify(change)
  }
}
