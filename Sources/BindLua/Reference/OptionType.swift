import BindCore

/// What an option may be, read from its definition: `time|"turn"`, `fn(value)`, `"skip"|"queue"|integer`.
struct OptionType {
  /// Options whose readers say more of a wrong type: what to write instead.
  static let saidBetter: Set<String> = ["body", "cluster", "of", "overlap", "type"]

  private let alternatives: [Alternative]

  fileprivate enum Alternative: Equatable {
    case any, boolean, string, number, integer, time, table, list, function, ref
    case word(String)
    /// An object of that kind; its reader knows which.
    case object(String)
  }

  init(_ text: String) {
    alternatives = text.typeAlternatives.map { word in
      switch word {
      case "any": .any
      case "boolean": .boolean
      case "string": .string
      case "number": .number
      case "integer": .integer
      case "time": .time
      case "table": .table
      case "list": .list
      case "Ref": .ref
      case _ where word.hasPrefix("fn("): .function
      case _ where word.hasPrefix("\""): .word(String(word.dropFirst().dropLast()).withoutEscapes)
      default: .object(word)
      }
    }
  }

  func accepts(_ value: Value) -> Bool { alternatives.contains { $0.accepts(value) } }

  /// The words that it may be; nil where another type is possible too.
  var words: [String]? {
    var words: [String] = []
    for alternative in alternatives {
      guard case .word(let word) = alternative else { return nil }
      words.append(word)
    }
    return words
  }

  /// A time, a whole number or a word: what was given instead may be shown. Of others it may be a secret in a wrong place.
  var isPlain: Bool {
    alternatives.contains { alternative in
      switch alternative {
      case .time, .integer, .word: true
      default: false
      }
    }
  }

  /// For `… expected, got …`.
  var expectation: String {
    let names = alternatives.map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension OptionType.Alternative {
  fileprivate func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (.any, _), (.boolean, .boolean), (.string, .string), (.number, .integer), (.number, .number),
      (.integer, .integer), (.table, .record), (.table, .list), (.list, .list):
      true
    case (.integer, .number(let number)): Int64(exactly: number) != nil
    case (.list, .record(let fields)): fields.fields.isEmpty
    case (.time, _): Duration(value) != nil
    case (.word(let word), .string(let text)): text.text == word
    case (.function, .opaque(let opaque)): (opaque as? LuaReference)?.isFunction ?? (opaque is CallableObject)
    case (.ref, .opaque(let opaque)): opaque is CellObject
    case (.object, .opaque): true
    default: false
    }
  }

  fileprivate var name: String {
    switch self {
    case .any: "a value"
    case .boolean: "boolean"
    case .string: "string"
    case .number: "number"
    case .integer: "a whole number"
    case .time: Duration.expectation
    case .table: "table"
    case .list: "list"
    case .function: "function"
    case .ref: "Ref"
    case .word(let word): "\"\(word)\""
    case .object(let word): word
    }
  }
}

extension String {
  /// Line ends as Lua writes them.
  fileprivate var withoutEscapes: String { replacing("\\n", with: "\n").replacing("\\r", with: "\r") }

  /// The parts of a type between bars that stand in no brackets and no quotes.
  package var typeAlternatives: [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "|", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}

extension [Definition.Option] {
  var types: [String: OptionType] {
    let checked = filter { !OptionType.saidBetter.contains($0.name) }
    return Dictionary(checked.map { ($0.name, OptionType($0.type)) }) { first, _ in first }
  }
}
