extension Cell {
  /// Merges into what stands there when it is applied. The fields themselves are plain values, which others' may be lost by.
  final func mergeInPlace(_ fields: Record) throws(Failure) -> WriteOutcome {
    let outcome = try edit { base throws(Failure) in base.merged(with: fields) }
    engine.checkLostUpdate(of: self, merging: fields)
    return outcome
  }

  /// Merges no fields: nothing changes. What could take no fields is refused as it is with some.
  package func mergeNothing() throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    try (settledLeaf as? SourceCell)?.checkOpen()
    if !isWritable || !isReadable { return try merge(Record(), ignoringUnknown: true) }
    if try engine.unaccounted({ () throws(Failure) in isDetached }) { try checkPlace() }
    switch shape?.type {
    case nil, .any?, .record?, .map?: return .written
    case let type?: throw .diagnostic(Diagnostic(.bindType, "\(name): \(type.name) expected, got record"))
    }
  }
}
