import BindCore

/// Text that a person edits, in a frame; the frame is heavy while the person is there.
struct TextAreaBlock: Block {
  private let text: String
  private let isHint: Bool
  private let caretCount: Int
  private let look: ControlLook
  private let isWide: Bool

  init(_ view: View, _ look: ControlLook) {
    self.look = look
    let shown = view.shownText
    isHint = shown.isEmpty
    text = isHint ? view.words("hint") : shown
    caretCount = view.caret
    isWide = view.value("width") != .nil
  }

  private static let wantedWidth = 60
  private static let wantedLines = 3

  var width: Need { Need(12, 40) }

  private func side(_ width: Int) -> Int { min(width, isWide ? CellGrid.longestSide : Self.wantedWidth) }

  func height(at width: Int) -> Need {
    let count = max(wrapped(side(width)).count, Self.wantedLines)
    return Need(3, count + 2)
  }

  private func wrapped(_ width: Int) -> [[Glyph]] { TextFitting.wrap(text, to: width - 4) }

  /// The first line that is shown: the end of the text, where the cursor mostly is, unless all fits.
  private func window(_ width: Int, _ height: Int) -> (lines: ArraySlice<[Glyph]>, first: Int) {
    let lines = wrapped(width)
    let room = max(height - 2, 0)
    guard lines.count > room else { return (lines[...], 0) }
    let first = look.isFocused ? min(max(caretRow(width) - room + 1, 0), lines.count - room) : 0
    return (lines[first..<first + room], first)
  }

  private func caretRow(_ width: Int) -> Int {
    isHint ? 0 : TextFitting.wrap(String(text.prefix(caretCount)), to: width - 4).count - 1
  }

  func caret(_ width: Int, _ height: Int) -> CellGrid.Place? {
    guard look.isFocused, !look.isReadOnly else { return nil }
    let width = side(width)
    let before = isHint ? [] : TextFitting.wrap(String(text.prefix(caretCount)), to: width - 4).last ?? []
    let column = before.reduce(0) { $0 + $1.width }
    return CellGrid.Place(
      column: min(2 + column, width - 1), row: 1 + max(caretRow(width) - window(width, height).first, 0))
  }

  func lines(_ width: Int, _ height: Int) -> [StyledLine] {
    let width = side(width)
    let symbols = look.symbols
    let box = look.isFocused ? symbols.heavyBox : symbols.box
    let style = look.isFocused ? CellStyle.accent : .muted
    let upright = look.isReadOnly ? " " : look.isEnabled ? box[1] : symbols.disabled
    let shown = window(width, height).lines
    var lines = [StyledLine(box[2] + Symbols.text(box[0], times: width - 2) + box[3], style)]
    for index in 0..<max(height - 2, 0) {
      let words = index < shown.count ? shown[shown.startIndex + index] : []
      let inner = StyledLine(words, isHint ? .muted : look.text(.plain)).padded(to: width - 4)
      lines.append(StyledLine(upright + " ", style) + inner + StyledLine(" " + upright, style))
    }
    lines.append(StyledLine(box[4] + Symbols.text(box[0], times: width - 2) + box[5], style))
    return lines
  }
}
