/// What states keep in a secret store, as texts: wherever a log, a trace, a picture, a cause or an error would show one of
/// them, dots stand in its place.
///
/// Texts and numbers of four characters and more are found wherever they stand; shorter ones would be found in every
/// sentence, and are hidden only where the value of their own cell is shown. What a script makes of a secret by itself,
/// such as its half, is the script's business. Isolation: the engine's thread.
package final class SecretWords {
  package static let dots = "•••"
  private static let shortestLength = 4
  /// The oldest are forgotten: a state that is written without end is no reason to keep all it ever was.
  private static let limit = 10_000

  private var words: Set<String> = []
  private var order: [String] = []

  package init() {}

  package var isEmpty: Bool { words.isEmpty }

  /// Remembers every text and number in a value.
  package func add(_ value: Value) {
    switch value {
    case .string(let text): add(text.text)
    case .integer, .number: add("\(value)")
    case .list(let elements): for element in elements { add(element) }
    case .record(let record): for (_, field) in record.fields { add(field) }
    case .nil, .null, .boolean, .opaque: break
    }
  }

  private func add(_ word: String) {
    guard word.utf8.count >= Self.shortestLength, words.insert(word).inserted else { return }
    order.append(word)
    // As JSON and Lua quote it, if that is another text.
    let quoted = String("\(Value.string(word))".dropFirst().dropLast())
    if quoted != word, words.insert(quoted).inserted { order.append(quoted) }
    while order.count > Self.limit { words.remove(order.removeFirst()) }
  }

  // MARK: Hiding

  package func hide(_ text: String) -> String {
    guard !words.isEmpty else { return text }
    var text = text
    // The longest first: what contains another one is hidden whole.
    for word in words.sorted(by: { $0.utf8.count > $1.utf8.count }) where text.contains(word) {
      text = text.replacing(word, with: Self.dots)
    }
    return text
  }

  /// A word of any length, where it is no part of another one.
  static func hide(_ word: String, wholeIn text: String) -> String {
    guard !word.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: word) {
      let before = rest[..<range.lowerBound].last ?? result.last
      let after = rest[range.upperBound...].first
      func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
      result += rest[..<range.lowerBound]
      result += isPart(before) || isPart(after) ? word : dots
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  package func hide(_ value: Value) -> Value {
    guard !words.isEmpty else { return value }
    switch value {
    case .string(let text):
      let hidden = hide(text.text)
      return hidden == text.text ? value : .string(hidden)
    case .integer, .number: return words.contains("\(value)") ? .string(Self.dots) : value
    case .list(let elements): return .list(elements.map { hide($0) })
    case .record(let record): return .record(Record(record.fields.map { ($0.name, hide($0.value)) }))
    case .nil, .null, .boolean, .opaque: return value
    }
  }

  package func hide(_ diagnostic: Diagnostic) -> Diagnostic {
    guard !words.isEmpty else { return diagnostic }
    var hidden = diagnostic
    hidden.message = hide(diagnostic.message)
    hidden.subject = diagnostic.subject.map { hide($0) }
    hidden.reason = diagnostic.reason.map { hide($0) }
    hidden.suggestions = diagnostic.suggestions.map { hide($0) }
    hidden.notes = diagnostic.notes.map { hide($0) }
    hidden.traceback = diagnostic.traceback.map { hide($0) }
    hidden.cause = diagnostic.cause.map { hide($0) }
    return hidden
  }

  package func hide(_ failure: Failure) -> Failure {
    guard !words.isEmpty else { return failure }
    switch failure {
    case .diagnostic(let diagnostic): return .diagnostic(hide(diagnostic))
    case .stopped(let diagnostic): return .stopped(hide(diagnostic))
    // What a script raised goes on unchanged to whoever catches it; only its report is hidden.
    case .raised: return failure
    }
  }

  package func hide(_ report: Report) -> Report {
    guard !words.isEmpty else { return report }
    let failure: any Error =
      switch report.failure {
      case Failure.raised(let error):
        Failure.raised(
          ScriptError(
            value: hide(error.value), message: hide(error.message), position: error.position,
            traceback: error.traceback.map { hide($0) }, diagnostic: error.diagnostic.map { hide($0) }))
      case let failure as Failure: hide(failure)
      case let diagnostic as Diagnostic: hide(diagnostic)
      default: report.failure
      }
    return Report(
      failure, during: hide(report.during), trail: report.trail.map { hide($0) }, isWarning: report.isWarning)
  }
}

extension Cell {
  /// Whether something of what it shows comes from a secret store.
  package var followsFromSecret: Bool {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var waiting: [Cell] = [self]
    while let cell = waiting.popLast() {
      if cell.isSecret || cell.settledLeaf?.isSecret ?? false { return true }
      for input in cell.originCells where seen.insert(ObjectIdentifier(input)).inserted { waiting.append(input) }
    }
    return false
  }
}
