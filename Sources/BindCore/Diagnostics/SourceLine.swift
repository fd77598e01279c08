extension Diagnostic {
  /// Where its line says what it is about, counted from 1; nil where the line does not say it exactly once.
  package func column(in text: String) -> Int? {
    guard let position, let subject else { return nil }
    return SourceLine(position.line, of: text)?.column(of: subject)
  }
}

/// One line of a script, cut to what fits below an error, with the caret that points into it.
struct SourceLine {
  struct Caret: Equatable {
    /// As wide as what stands before the marked word; tabs stay tabs.
    var padding: String
    var marks: String
  }

  /// Longer lines are cut, so that a generated one-line script does not flood the screen.
  static let longestShownCharacters = 160

  private let characters: [Character]

  /// nil when the text has no such line.
  init?(_ number: Int, of text: String) {
    guard number >= 1 else { return nil }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: number, omittingEmptySubsequences: false)
    guard number <= lines.count else { return nil }
    var bytes = lines[number - 1]
    if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    characters = Array(String(decoding: bytes, as: UTF8.self))
  }

  /// The part of the line to show, and the caret below it when `column` (from 1) lies inside the line or right behind it.
  func window(around column: Int?) -> (text: String, caret: Caret?) {
    let target = column.map { $0 - 1 }
    let start = firstShown(for: target)
    let end = min(characters.count, start + SourceLine.longestShownCharacters)
    let lead = start > 0 ? "…" : ""
    let tail = end < characters.count ? "…" : ""
    let text = lead + String(characters[start..<end]) + tail
    guard let target, target >= start, target <= end else { return (text, nil) }
    let padding = lead.map { _ in " " }.joined() + characters[start..<target].map(blank).joined()
    let marks = max(1, characters[target..<end].prefix(while: isWordCharacter).map(width).reduce(0, +))
    return (text, Caret(padding: padding, marks: String(repeating: "^", count: marks)))
  }

  /// Where the line says `word`, counted from 1; nil unless it says so exactly once, as a word of its own.
  func column(of word: String) -> Int? {
    let letters = Array(word)
    guard !letters.isEmpty, letters.count <= characters.count else { return nil }
    var found: Int?
    for start in 0...(characters.count - letters.count) where characters[start...].starts(with: letters) {
      let end = start + letters.count
      let isWhole = !(start > 0 && isWordCharacter(letters[0]) && isWordCharacter(characters[start - 1]))
      let endsWhole =
        !(end < characters.count && isWordCharacter(letters[letters.count - 1]) && isWordCharacter(characters[end]))
      guard isWhole && endsWhole else { continue }
      if found != nil { return nil }
      found = start + 1
    }
    return found
  }

  private func firstShown(for target: Int?) -> Int {
    guard let target, target >= SourceLine.longestShownCharacters else { return 0 }
    return min(target, characters.count) - SourceLine.longestShownCharacters / 2
  }

  private func isWordCharacter(_ character: Character) -> Bool {
    character == "_" || character.isLetter || character.isNumber
  }

  private func blank(_ character: Character) -> String {
    character == "\t" ? "\t" : String(repeating: " ", count: width(character))
  }

  /// Terminal cells, near enough to place a caret: two for East Asian and emoji, four for a control character, which
  /// is shown as `\x1b`.
  private func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first?.value else { return 0 }
    switch scalar {
    case 0x00..<0x20, 0x7F..<0xA0: return 4
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
