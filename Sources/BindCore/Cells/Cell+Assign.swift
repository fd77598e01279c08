extension Cell {
  /// Takes over an answer from outside: fields are merged into a record, everything else is written.
  func assign(_ value: Value) throws(Failure) -> WriteOutcome {
    if self is RecordCell, case .record(let fields) = value { return try merge(fields, ignoringUnknown: false) }
    return try write(value)
  }
}
