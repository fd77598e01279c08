import CUTF8Proc

/// A grapheme and the columns it takes: 1 or 2.
struct Glyph: Equatable {
  let grapheme: Character
  let width: Int

  static let blank = Glyph(grapheme: " ", width: 1)
}

/// Text in columns of a terminal.
package enum Columns {
  /// The graphemes that can be seen; a combining mark that has nothing to stand on is left out.
  static func glyphs(of text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    for character in text {
      let width = width(of: character)
      if width > 0 { glyphs.append(Glyph(grapheme: character, width: width)) }
    }
    return glyphs
  }

  package static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  package static func width(of character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    var width = 0
    var isEmoji = false
    for scalar in character.unicodeScalars {
      width += Int(bh_columns(scalar.value))
      // A sequence is one picture, however many parts it has; so is what the emoji selector makes one.
      if scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation { isEmoji = true }
    }
    return isEmoji ? 2 : min(width, 2)
  }
}
