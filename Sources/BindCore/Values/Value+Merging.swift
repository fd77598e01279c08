extension Value {
  var isRecord: Bool { if case .record = self { true } else { false } }

  /// Fields of `fields` over those of this record, deeply; lists are replaced; null removes; `{}` is a record without fields
  /// where a record is.
  package func merged(with fields: Record) -> Value {
    guard case .record(var record) = self else { return Value.record(Record()).merged(with: fields) }
    for (name, value) in fields.fields {
      switch value {
      case .null: record[name] = nil
      case .list(let elements) where elements.isEmpty: if !(record[name]?.isRecord ?? false) { record[name] = value }
      case .record(let inner): record[name] = (record[name] ?? .record(Record())).merged(with: inner)
      default: record[name] = value
      }
    }
    return .record(record)
  }
}
