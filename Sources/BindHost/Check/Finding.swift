import BindCore

/// One thing that a check has found, as it is printed: `board.lua:3:12: error: … [bind.path]`.
struct Finding: Hashable {
  let file: String
  let line: Int?
  let column: Int?
  let level: Diagnostic.Severity
  let text: String
  let id: DiagnosticID
  let suggestions: [String]

  /// - Parameter texts: the text of each script, to find columns in.
  init(_ diagnostic: Diagnostic, in texts: [String: String], script: String) {
    let position = diagnostic.position
    file = position?.script ?? script
    line = position?.line
    column = position.flatMap { place in
      place.column ?? texts[place.script].flatMap { diagnostic.column(in: $0) }
    }
    level = diagnostic.severity
    text = diagnostic.sentence
    id = diagnostic.id
    suggestions = diagnostic.suggestions
  }

  var description: String {
    let place = [file] + [line, column].compactMap { $0.map(String.init) }
    return "\(place.joined(separator: ":")): \(level.rawValue): \(text.replacing("\n", with: " ")) [\(id)]"
  }

  var value: Value {
    func number(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
    return .record(
      Record([
        ("file", .string(ByteString(file))), ("line", number(line)), ("column", number(column)),
        ("level", .string(ByteString(level.rawValue))), ("text", .string(ByteString(text))),
        ("id", .string(ByteString(id.rawValue))),
        ("suggestions", .list(suggestions.map { .string(ByteString($0)) })),
      ]))
  }
}
