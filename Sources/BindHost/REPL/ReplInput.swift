/// One input of a person: lines until they are a whole chunk, or a command that begins with a dot.
struct ReplInput {
  enum Reading: Equatable {
    /// An empty line.
    case nothing
    /// More lines are needed.
    case unfinished
    case command(String)
    /// Ready to run; an expression gives its values.
    case chunk(String, isExpression: Bool)
    /// What Lua cannot read.
    case mistake(String)
  }

  private(set) var lines: [String] = []

  var isEmpty: Bool { lines.isEmpty }
  var text: String { lines.joined(separator: "\n") }

  mutating func clear() { lines = [] }

  /// Takes the next line.
  /// - Parameter parses: whether Lua can read a text; else why not.
  mutating func take(_ line: String, parses: (String) -> Parse) -> Reading {
    if lines.isEmpty {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words.isEmpty { return .nothing }
      if words.first == ".", words.dropFirst().first?.isLetter ?? false { return .command(String(words)) }
    }
    lines.append(line)
    let text = text
    // As in lua5.4: what reads as an expression gives its values.
    let expression = parses("return \(text)\n")
    if case .whole = expression { return .chunk(text, isExpression: true) }
    switch parses(text + "\n") {
    case .whole: return .chunk(text, isExpression: false)
    case .unfinished: return .unfinished
    case .wrong: return expression == .unfinished ? .unfinished : .mistake(text)
    }
  }

  enum Parse: Equatable {
    case whole
    /// It ends too early, and could go on.
    case unfinished
    case wrong

    /// What Lua says of a text that ends with the end of a line: so a quoted string that is not closed ends there, and is
    /// a mistake; a long one goes on.
    init(message: String) {
      self = message.hasSuffix("near <eof>") || message.hasSuffix("near '<eof>'") ? .unfinished : .wrong
    }
  }
}
