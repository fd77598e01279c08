import BindCore
import BindLua

/// What else helps where a script took one thing for another: a Ref for its value, a module for an object, nil for an answer.
///
/// Lua's own words are right and say little; the text of the script says the rest. Where it does not, nothing is added.
struct ValueHints {
  /// Words that scripts use for modules: `bh`, `ui`, `job`.
  let modules: [String]

  func hinted(_ diagnostic: Diagnostic, in text: String) -> Diagnostic {
    guard let place = diagnostic.position else { return diagnostic }
    let lines = text.split(separator: "\n", maxSplits: place.line, omittingEmptySubsequences: false)
    guard place.line >= 1, place.line <= lines.count else { return diagnostic }
    let line = String(lines[place.line - 1])
    var hinted = diagnostic
    switch diagnostic.id {
    case .scriptError:
      if let note = ofReference(diagnostic) ?? ofAnswer(diagnostic, above: lines.dropLast()) {
        hinted.notes.insert(note, at: 0)
      }
      if let name = diagnostic.subject, diagnostic.message.contains("(global '") { addGlobal(name, to: &hinted) }
    case .bindUnknownMethod where diagnostic.message.hasSuffix("is no method's name"):
      hinted.notes.insert("the elements of a list are those of its value: ipairs(ref:get())", at: 0)
    case .scriptSyntax: addForeignLetter(to: &hinted, in: line)
    case .bindArgument:
      if let note = ofColon(diagnostic, line) { hinted.notes.insert(note, at: 0) }
    default: break
    }
    return hinted
  }

  // MARK: A Ref is not its value

  private static let cells = ["Ref", "derived Ref", "source", "state"]

  private func ofReference(_ diagnostic: Diagnostic) -> String? {
    let message = diagnostic.message
    let isOperand = Self.cells.contains { message.contains("a \($0) value") || message.contains("two \($0) values") }
    let isCompared =
      message.hasPrefix("attempt to compare")
      && Self.cells.contains { message.hasSuffix(" \($0)") || message.contains("compare \($0) ") }
    let isArgument = Self.cells.contains { message.contains(", got \($0))") }
    guard isOperand || isCompared || isArgument else { return nil }
    let name =
      message.contains("(local '") || message.contains("(upvalue '") || message.contains("(global '")
      ? diagnostic.subject ?? "ref" : "ref"
    if message.contains("table expected") {
      return "a Ref is no table: \(name):get() is a copy of its value; :push, :insert and :remove change a list"
    }
    return "a Ref is not its value: write \(name):get()"
  }

  // MARK: What was called has failed

  private static let failing = ["http.", "fs.", "sql.", "json.decode", "csv.decode", "exec", "timeout", "race"]

  /// `local res = bh.http.get(…)`: the error was not taken.
  private func ofAnswer(_ diagnostic: Diagnostic, above lines: some BidirectionalCollection<Substring>) -> String? {
    guard diagnostic.message.hasPrefix("attempt to index a nil value (local '"), let name = diagnostic.subject else {
      return nil
    }
    let lead = "local \(name) = "
    guard let line = lines.last(where: { $0.contains(lead) }), let range = line.firstRange(of: lead) else { return nil }
    let call = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == ":" }
    let isFailing =
      Self.failing.contains { call.hasPrefix("bh.\($0)") || call.hasPrefix($0) } || call.hasSuffix(":await")
    guard isFailing else { return nil }
    return "\(call) gives nil and an error when it fails: local \(name), err = \(call)…, and look at err first"
  }

  // MARK: Called in the wrong way

  /// `bh:bindable(1)`.
  private func ofColon(_ diagnostic: Diagnostic, _ line: String) -> String? {
    guard let end = diagnostic.message.firstRange(of: ": ") else { return nil }
    let words = diagnostic.message[..<end.lowerBound].split(separator: ".")
    guard words.count >= 2, let function = words.last, let module = words.dropLast().last else { return nil }
    guard line.contains("\(module):\(function)") else { return nil }
    return "a function of a module is called with a dot: \(module).\(function)"
  }

  // MARK: Letters

  /// Lua names the first byte of what it does not know: `near '<\195>'`.
  private func addForeignLetter(to diagnostic: inout Diagnostic, in line: String) {
    guard let byte = diagnostic.subject, byte.hasPrefix("<\\"), let word = Self.foreignWord(in: line) else { return }
    diagnostic.subject = word
    diagnostic.notes.insert(
      word.contains { $0.isLetter || $0.isNumber }
        ? "names have letters of ASCII, digits and _ only; a field may have any: [\"\(word)\"]"
        : "outside of strings Lua has signs of ASCII only",
      at: 0)
  }

  /// The first word, or sign, that is not of ASCII and stands in no string of its line.
  private static func foreignWord(in line: String) -> String? {
    var quote: Character?
    var isEscaped = false
    var word = ""
    for character in line {
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped
      } else if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      } else if !word.utf8.allSatisfy({ $0 < 0x80 }) {
        return word
      } else if !character.isASCII {
        return String(character)
      } else if character == "\"" || character == "'" {
        quote = character
      }
      word = ""
    }
    return word.utf8.allSatisfy { $0 < 0x80 } ? nil : word
  }

  // MARK: Globals

  /// What Lua has, for did-you-mean.
  static let globals = [
    "assert", "collectgarbage", "coroutine", "error", "getmetatable", "ipairs", "load", "math", "next", "os", "pairs",
    "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "string", "table",
    "tonumber", "tostring", "type", "utf8", "xpcall",
  ]

  private func addGlobal(_ name: String, to diagnostic: inout Diagnostic) {
    guard
      diagnostic.message.hasPrefix("attempt to call a nil") || diagnostic.message.hasPrefix("attempt to index a nil")
    else { return }
    if name == "bh" {
      diagnostic.notes.insert("a script begins with: local bh = require \"bindhost\"", at: 0)
    } else if modules.contains(name) {
      diagnostic.notes.insert("it is a module of bindhost: local \(name) = bh.\(name)", at: 0)
    } else if diagnostic.suggestions.isEmpty, !Surface.testGlobals.contains(name) {
      diagnostic.suggestions = nearestNames(to: name, in: Self.globals)
    }
  }
}
