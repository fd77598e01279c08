/// Text made to fit a width.
enum TextFitting {
  /// Lines as the text has them, each fit for a screen.
  static func lines(of text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { PlainText.clean(String($0)) }
  }

  /// Cut at its end, with a sign that it was.
  static func cut(_ text: String, to width: Int, _ symbols: Symbols) -> [Glyph] {
    cut(Columns.glyphs(of: text), to: width, symbols)
  }

  static func cut(_ glyphs: [Glyph], to width: Int, _ symbols: Symbols) -> [Glyph] {
    var used = 0
    var count = 0
    for glyph in glyphs {
      if used + glyph.width > width { break }
      used += glyph.width
      count += 1
    }
    if count == glyphs.count { return glyphs }
    if width < 1 { return [] }
    while used > width - 1 {
      count -= 1
      used -= glyphs[count].width
    }
    return Array(glyphs[..<count]) + Columns.glyphs(of: symbols.ellipsis)
  }

  /// Broken into lines no wider than `width`: between words, beside a wide grapheme, and inside a word that is too long
  /// by itself. At least one line, and no grapheme wider than the line: what cannot fit is a dot.
  static func wrap(_ text: String, to width: Int) -> [[Glyph]] {
    lines(of: text).flatMap { wrap(glyphs: Columns.glyphs(of: $0), to: max(width, 1)) }
  }

  private static func wrap(glyphs: [Glyph], to width: Int) -> [[Glyph]] {
    var lines: [[Glyph]] = []
    var line: [Glyph] = []
    var used = 0
    /// How much of the line stands before the last place where it can be broken.
    var breakable: Int?

    func end(_ count: Int) {
      var done = Array(line[..<count])
      while done.last?.grapheme == " " { done.removeLast() }
      lines.append(done)
      line = Array(line[count...].drop { $0.grapheme == " " })
      used = line.reduce(0) { $0 + $1.width }
      breakable = nil
    }

    for glyph in glyphs {
      let glyph = glyph.width > width ? Glyph(grapheme: "·", width: 1) : glyph
      if glyph.width == 2 || line.last?.width == 2 { breakable = line.isEmpty ? breakable : line.count }
      // A line that goes on begins with a word.
      if glyph.grapheme == " ", line.isEmpty, !lines.isEmpty { continue }
      if used + glyph.width > width {
        if glyph.grapheme == " " {
          end(line.count)
          continue
        }
        end(breakable ?? line.count)
      }
      line.append(glyph)
      used += glyph.width
      if glyph.grapheme == " ", line.contains(where: { $0.grapheme != " " }) { breakable = line.count }
    }
    while line.last?.grapheme == " " { line.removeLast() }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// The widest word, in columns.
  static func longestWord(_ text: String) -> Int {
    text.split { $0 == " " || $0 == "\n" }.map { Columns.width(of: String($0)) }.max() ?? 0
  }
}
