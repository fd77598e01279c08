package import BindCore
import BindLua

/// What Lua calls "a nil value" and what was probably meant: a mistyped function of bindhost, or one that other Luas have.
///
/// Reading a name that a module lacks stays nil, as in every Lua, so that a script can ask what there is. Only when the
/// nil was called or indexed and nobody caught that, the report says more.
package struct NameHints {
  /// Names by the word that scripts use for the module: `bh`, `ui`, `job`, `fs`.
  private let modules: [String: [String]]

  package init(modules: [String: [String]]) { self.modules = modules }

  /// - Parameter text: of the script that the diagnostic points into.
  package func hinted(_ diagnostic: Diagnostic, in text: String) -> Diagnostic {
    guard let place = diagnostic.position else { return diagnostic }
    let lines = text.split(separator: "\n", maxSplits: place.line, omittingEmptySubsequences: false)
    guard place.line >= 1, place.line <= lines.count else { return diagnostic }
    let named = hinted(diagnostic, line: String(lines[place.line - 1]))
    return ValueHints(modules: modules.keys.sorted()).hinted(named, in: text)
  }

  /// - Parameter line: the text of the line that the diagnostic points at.
  package func hinted(_ diagnostic: Diagnostic, line: String) -> Diagnostic {
    let lead = ["attempt to call a nil value (", "attempt to index a nil value ("]
    guard diagnostic.id == .scriptError, let name = diagnostic.subject, diagnostic.suggestions.isEmpty,
      lead.contains(where: diagnostic.message.hasPrefix)
    else { return diagnostic }
    var hinted = diagnostic
    if diagnostic.message.contains("(global '") {
      if let instead = Self.instead(ofGlobal: name, in: diagnostic.position?.script) {
        hinted.notes.insert(instead, at: 0)
      }
    } else if diagnostic.message.contains("(field '"), let module = owner(of: name, in: line) {
      if module == "os" {
        if let instead = Self.systemFunctions[name] { hinted.notes.insert(instead, at: 0) }
      } else if let names = modules[module], !names.contains(name) {
        hinted.suggestions = nearestNames(to: name, in: names)
        hinted.notes.insert("\(module) has: " + names.sorted().joined(separator: " "), at: 0)
      }
    }
    return hinted
  }

  /// The word before `.name`, if the line says that exactly once.
  private func owner(of name: String, in line: String) -> String? {
    let parts = line.components(before: "." + name)
    guard parts.count == 1, let before = parts.first else { return nil }
    let word = String(before.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    return word == "os" || modules[word] != nil ? word : nil
  }

  /// What to write instead of a global of other Luas, or to do about one of tests; nil: nothing is known of it.
  static func instead(ofGlobal name: String, in script: String?) -> String? {
    guard Surface.testGlobals.contains(name) else { return globals[name] }
    let file = script.flatMap { Command.looksLikeFile($0) ? $0.shellWord : nil } ?? "FILE"
    return "tests are run with: bindhost test \(file)"
  }

  private static let globals = [
    "io": "print writes, files are read with bh.fs.read and written with bh.fs.write, programs run with bh.exec",
    "dofile": "a file beside the script is loaded with require",
    "loadfile": "a file beside the script is loaded with require",
    "package": "require looks beside the script only",
  ]

  private static let systemFunctions = [
    "execute": "programs run with bh.exec { \"name\", \"argument\" }",
    "remove": "files are written with bh.fs.write; bh.exec { \"rm\", path } removes one",
    "rename": "bh.fs.write replaces a file in one step; bh.exec { \"mv\", from, to } moves one",
    "tmpname": "bh.exec { \"mktemp\" } makes a temporary file and says its name",
    "exit": "a script ends when nothing keeps it alive; error ends its main chunk",
  ]
}

extension String {
  /// What stands before each place that says `word` as a whole.
  fileprivate func components(before word: String) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      let next = range.upperBound < endIndex ? self[range.upperBound] : " "
      if !(next.isLetter || next.isNumber || next == "_") { found.append(self[..<range.lowerBound]) }
      rest = self[range.upperBound...]
    }
    return found
  }
}
