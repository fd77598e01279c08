// Other values that may be of the same type, for who tries what a place takes.

extension Value {
  /// Where nothing stands anything may be meant.
  var variants: [Value] {
    isNil
      ? [.integer(1), .number(1.5), .string("x"), .boolean(true), .list([]), .record(Record())] : changed + [.nil]
  }

  /// Values that differ in one thing.
  var changed: [Value] {
    switch self {
    case .integer(let integer): [.integer(integer &+ 1), .integer(integer &- 1), .integer(integer == 0 ? 1 : 0)]
    case .number(let number): [.number(number + 1), .number(number - 1), .number(number == 0 ? 0.5 : 0)]
    case .boolean(let flag): [.boolean(!flag)]
    case .string(let text): [.string(ByteString(bytes: text.bytes + [120])), .string("x"), .string("")]
    // A nil inside stands in another way in what is encoded.
    case .list(let elements): [.list([]), .list(elements + elements.prefix(1)), .list(elements + [.nil])]
    case .record(let record):
      record.fields.prefix(8).flatMap { field in
        field.value.changed.prefix(2).map { other in
          var changed = record
          changed[field.name] = other
          return .record(changed)
        }
      }
    case .nil, .null, .opaque: []
    }
  }
}
