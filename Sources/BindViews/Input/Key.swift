package import BindCore

/// One key of a keyboard, as presenters and tests tell it.
package enum Key: Hashable, Sendable {
  case tab
  case backTab
  case enter
  case escape
  case space
  case backspace
  case delete
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// A character that is typed.
  case character(Character)

  private static let names: [(String, Key)] = [
    ("Tab", .tab), ("Shift-Tab", .backTab), ("Enter", .enter), ("Escape", .escape), ("Space", .space),
    ("Backspace", .backspace), ("Delete", .delete), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
    ("Home", .home), ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown),
  ]
  private static let others: [(String, Key)] = [
    ("Return", .enter), ("Esc", .escape), ("S-Tab", .backTab), ("Backtab", .backTab), ("BackTab", .backTab),
    ("Del", .delete), ("PgUp", .pageUp), ("PgDn", .pageDown),
  ]

  /// Keys by their names, separated by spaces: `Tab Tab Space`. A single character stands for itself.
  /// - Throws: `bind.argument` with the names that there are.
  package static func keys(in text: String) throws(Failure) -> [Key] {
    var keys: [Key] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }) {
      let name = String(word)
      if let known = (names + others).first(where: { $0.0.lowercased() == name.lowercased() })?.1 {
        keys.append(known)
      } else if name.count == 1, let character = name.first {
        keys.append(.character(character))
      } else {
        throw .diagnostic(.unknownName(.bindArgument, owner: "keys", noun: "key", name: name, known: names.map(\.0)))
      }
    }
    return keys
  }
}
