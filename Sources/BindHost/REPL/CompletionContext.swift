/// What is being typed at the end of a text, so far as it can be completed. Lua's grammar is not asked: only names, what
/// joins them, strings and braces count.
struct CompletionContext: Equatable {
  enum Wanted: Equatable {
    /// A name behind others: `bh.ui.la`, or a global.
    case name
    /// `label:ob`.
    case method
    /// `user "colors.pr`.
    case path
    /// `.mo` at the start of a line.
    case command
    /// What stands behind `.why`.
    case why
  }

  let wanted: Wanted
  /// The names before, one inside the other.
  let names: [String]
  /// What has been typed of it.
  let prefix: String
  /// Inside `ui.slider {`: the function whose options may stand here.
  let optionsOf: [String]

  /// - Returns: nil where nothing can be said.
  init?(_ text: String) {
    if text.first == "." {
      let words = text.dropFirst().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count < 2 {
        self.init(.command, [], String(words.first ?? ""))
      } else if words[0] == "why" {
        self.init(.why, [], String(words[1]))
      } else {
        return nil
      }
      return
    }
    let scan = Scan(text)
    if let string = scan.openString {
      let before = Self.trimmed(text[..<string], dropping: " (")
      let names = Self.chain(at: before.endIndex, of: before)
      if names.isEmpty { return nil }
      self.init(.path, names, String(text[text.index(after: string)...]))
      return
    }
    let chain = Self.chainText(at: text.endIndex, of: text[...])
    let before = text[..<chain.startIndex]
    if let last = before.last, ")]\"'}".contains(last), chain.first.map({ ".:".contains($0) }) ?? false { return nil }
    if chain.first?.isNumber ?? false { return nil }
    if let colon = chain.lastIndex(of: ":") {
      self.init(.method, Self.names(chain[..<colon]), String(chain[chain.index(after: colon)...]))
    } else if let dot = chain.lastIndex(of: ".") {
      self.init(.name, Self.names(chain[..<dot]), String(chain[chain.index(after: dot)...]))
    } else {
      var options: [String] = []
      if let callee = scan.callee, let last = Self.trimmed(before, dropping: " \t\n").last, "{,;".contains(last) {
        options = Self.chain(at: callee.endIndex, of: callee)
      }
      self.init(.name, [], String(chain), optionsOf: options)
    }
  }

  private init(_ wanted: Wanted, _ names: [String], _ prefix: String, optionsOf: [String] = []) {
    self.wanted = wanted
    self.names = names
    self.prefix = prefix
    self.optionsOf = optionsOf
  }

  private static func trimmed(_ text: Substring, dropping: String) -> Substring {
    var text = text
    while let last = text.last, dropping.contains(last) { text.removeLast() }
    return text
  }

  private static func chainText(at end: String.Index, of text: Substring) -> Substring {
    var start = end
    while start > text.startIndex {
      let previous = text.index(before: start)
      let character = text[previous]
      guard
        character == "_" || character == "." || character == ":" || character.isASCII && character.isLetter
          || character.isASCII && character.isNumber
      else { break }
      start = previous
    }
    return text[start..<end]
  }

  private static func names(_ chain: Substring) -> [String] { chain.split(separator: ".").map(String.init) }

  private static func chain(at end: String.Index, of text: Substring) -> [String] {
    names(chainText(at: end, of: text))
  }

  /// Strings, braces and parentheses that are open at the end of a text.
  private struct Scan {
    private(set) var openString: String.Index?
    private var open: [String.Index] = []
    private let text: String

    /// What stands before the call to which the innermost open table is given: `ui.slider {`, `job.every("5s", {`.
    var callee: Substring? {
      guard let brace = open.last, text[brace] == "{" else { return nil }
      let before = CompletionContext.trimmed(text[..<brace], dropping: " ")
      guard before.last == "," else { return CompletionContext.trimmed(before, dropping: " (") }
      guard let outer = open.dropLast().last, text[outer] == "(" else { return nil }
      return CompletionContext.trimmed(text[..<outer], dropping: " ")
    }

    init(_ text: String) {
      self.text = text
      var quote: Character?
      var index = text.startIndex
      while index < text.endIndex {
        let character = text[index]
        if let open = quote {
          if character == "\\" {
            index = text.index(after: index)
            if index == text.endIndex { break }
          } else if character == open {
            quote = nil
            openString = nil
          }
        } else if character == "\"" || character == "'" {
          quote = character
          openString = index
        } else if character == "{" || character == "(" {
          open.append(index)
        } else if character == "}" || character == ")" {
          _ = open.popLast()
        }
        index = text.index(after: index)
      }
    }
  }
}
