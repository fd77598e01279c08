extension Value {
  /// A scalar as Lua's `tostring` says it, nil as nothing. Lists, records and references stand as they are: they are no
  /// words.
  package var asWords: Value {
    switch self {
    case .nil, .null: .string("")
    case .boolean, .integer, .number: .string(words)
    case .string, .list, .record, .opaque: self
    }
  }

  /// Any value as a person reads it inside a line.
  package var words: String {
    switch self {
    case .nil, .null: ""
    case .string(let text): text.text
    case .number(let number): Value.text(of: number)
    case .boolean, .integer, .list, .record, .opaque: description
    }
  }

  /// Lua's truth: everything but nil and false.
  package var isTruthy: Bool {
    switch self {
    case .nil, .boolean(false): false
    default: true
    }
  }
}
