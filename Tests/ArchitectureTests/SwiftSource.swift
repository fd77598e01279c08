/// A file of the project as the guards see it.
struct SourceFile {
  var target: String
  /// From the package's root, with `/`.
  var path: String
  var text: String
}

struct Import: Equatable {
  var module: String
  var line: Int
}

/// What a Swift file says once its comments and string literals are blanked out, line for line.
struct SwiftSource {
  private(set) var code: String

  init(_ text: String) {
    var scanner = Blanker(Array(text))
    code = scanner.blanked()
  }

  /// Every import declaration, whatever attributes, access level or kind of declaration it carries.
  var imports: [Import] {
    var found: [Import] = []
    for (index, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for statement in line.split(separator: ";") {
        let words = statement.split { $0 == " " || $0 == "\t" }
        guard let position = words.firstIndex(of: "import"), words[..<position].allSatisfy(Self.mayPrecedeImport) else {
          continue
        }
        var rest = words[(position + 1)...]
        if let kind = rest.first, Self.declarationKinds.contains(kind) { rest = rest.dropFirst() }
        guard let path = rest.first, let module = path.split(separator: ".").first else { continue }
        found.append(Import(module: String(module), line: index + 1))
      }
    }
    return found
  }

  private static let declarationKinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "var", "let", "actor",
  ]
  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

  private static func mayPrecedeImport(_ word: Substring) -> Bool {
    word.hasPrefix("@") || word.hasSuffix(")") || accessLevels.contains(word)
  }
}

/// Replaces comments and the contents of string literals by spaces; newlines stay, so line numbers do.
private struct Blanker {
  private let characters: [Character]
  private var index = 0
  private var output = ""

  init(_ characters: [Character]) { self.characters = characters }

  mutating func blanked() -> String {
    while index < characters.count {
      if starts("//") {
        skip { $0.current == "\n" }
      } else if starts("/*") {
        skipBlockComment()
      } else if starts("\"\"\"") {
        blank(3)
        skip { $0.starts("\"\"\"") }
        blank(3)
      } else if current == "\"" {
        blank(1)
        skip { $0.current == "\"" || $0.current == "\n" }
        if index < characters.count, current == "\"" { blank(1) }
      } else {
        output.append(current)
        index += 1
      }
    }
    return output
  }

  private var current: Character { characters[index] }

  private func starts(_ text: String) -> Bool {
    characters[index...].starts(with: text)
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where index < characters.count {
      output.append(current == "\n" ? "\n" : " ")
      index += 1
    }
  }

  private mutating func skip(until isEnd: (Blanker) -> Bool) {
    while index < characters.count, !isEnd(self) { blank(current == "\\" ? 2 : 1) }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        blank(2)
      } else if starts("*/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && index < characters.count
  }
}
