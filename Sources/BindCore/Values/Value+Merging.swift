extension Value {
  /// Fields of `fields` over those of this record, deeply; lists are replaced; null removes.
  package func merged(with fields: Record) -> Value {
    guard case .record(var record) = self else { return .record(fields) }
    for (name, value) in fields.fields {
      switch value {
      case .null: record[name] = nil
      case .record(let inner): record[name] = (record[name] ?? .record(Record())).merged(with: inner)
      default: record[name] = value
      }
    }
    return .record(record)
  }
}
