extension Value {
  /// One order of all values that have content, the same in every process: values that are equal stand side by side. Numbers by
  /// what they are, texts by their bytes, lists and records element by element; what is of different kinds by its kind.
  package func precedes(_ other: Value) -> Bool {
    switch (self, other) {
    case (.boolean(let a), .boolean(let b)): return !a && b
    case (.integer(let a), .integer(let b)): return a < b
    case (.integer(let a), .number(let b)): return Value.isLess(a, than: b)
    case (.number(let a), .integer(let b)): return !a.isNaN && !Value.isLess(b, than: a) && self != other
    case (.number(let a), .number(let b)): return a < b || !a.isNaN && b.isNaN
    case (.string(let a), .string(let b)): return a < b
    case (.list(let a), .list(let b)): return a.lexicographicallyPrecedes(b) { $0.precedes($1) }
    case (.record(let a), .record(let b)):
      return a.fields.lexicographicallyPrecedes(b.fields) { a, b in
        a.name == b.name ? a.value.precedes(b.value) : a.name < b.name
      }
    default: return kind < other.kind
    }
  }

  /// Integers and floats are numbers: 1 and 1.0 are one value.
  private var kind: Int {
    switch self {
    case .nil: 0
    case .null: 1
    case .boolean: 2
    case .integer, .number: 3
    case .string: 4
    case .list: 5
    case .record: 6
    case .opaque: 7
    }
  }

  /// Without rounding, which would put one integer beside several floats. NaN is behind all numbers.
  private static func isLess(_ integer: Int64, than number: Double) -> Bool {
    if number.isNaN || number >= 0x1p63 { return true }
    return number >= -0x1p63 && integer < Int64(number.rounded(.up))
  }
}
