/// Text of one line, in parts that look different.
struct StyledLine: Equatable {
  struct Run: Equatable {
    let glyphs: [Glyph]
    var style: CellStyle
  }

  private(set) var runs: [Run] = []
  /// In columns.
  private(set) var width = 0

  init() {}

  init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

  init(_ glyphs: [Glyph], _ style: CellStyle) { append(glyphs, style) }

  mutating func append(_ text: String, _ style: CellStyle = .plain) { append(Columns.glyphs(of: text), style) }

  mutating func append(_ glyphs: [Glyph], _ style: CellStyle) {
    guard !glyphs.isEmpty else { return }
    runs.append(Run(glyphs: glyphs, style: style))
    width += glyphs.reduce(0) { $0 + $1.width }
  }

  mutating func append(_ other: StyledLine) {
    runs += other.runs
    width += other.width
  }

  mutating func append(blanks count: Int) {
    if count > 0 { append(Array(repeating: .blank, count: count), .plain) }
  }

  /// With blanks behind it up to a width.
  func padded(to width: Int) -> StyledLine {
    var line = self
    line.append(blanks: width - self.width)
    return line
  }

  /// As wide as it is, with a sign in place of every grapheme.
  func shape(_ symbols: Symbols) -> StyledLine {
    let ends = [symbols.open, symbols.close].map { Character($0) }
    var line = StyledLine()
    for glyph in runs.flatMap(\.glyphs) {
      let isBlank = glyph == .blank || ends.contains(glyph.grapheme)
      line.append(isBlank ? " " : Symbols.text(symbols.skeleton, times: glyph.width), .muted)
    }
    return line
  }

  static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    var line = left
    line.append(right)
    return line
  }
}
