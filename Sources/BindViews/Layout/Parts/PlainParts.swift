/// Words that wrap.
final class TextPart: LayoutPart {
  private let text: String
  private let style: CellStyle

  init(_ view: View?, _ text: String, _ style: CellStyle) {
    self.text = text
    self.style = style
    super.init(view)
  }

  /// A label beside others is not squeezed into a strip of syllables.
  private static let leastWidth = 12

  override func measureWidth() -> Need {
    let wanted = TextFitting.lines(of: text).map { Columns.width(of: $0) }.max() ?? 0
    return Need(min(wanted, max(Self.leastWidth, min(TextFitting.longestWord(text), 20))), wanted)
  }

  override func measureHeight(at room: Int) -> Need {
    text.isEmpty ? .exactly(0) : .exactly(TextFitting.wrap(text, to: room).count)
  }

  override func paint(_ canvas: inout Canvas) {
    for (index, line) in TextFitting.wrap(text, to: frame.width).enumerated() {
      canvas.say(StyledLine(line, style), column: frame.column, row: frame.row + index)
    }
  }
}

/// A line between neighbours: across in a column, down in a row.
final class DividerPart: LayoutPart {
  private let isUpright: Bool

  init(_ view: View, isUpright: Bool) {
    self.isUpright = isUpright
    super.init(view)
  }

  override func measureWidth() -> Need { isUpright ? .exactly(1) : Need(1, 1, grows: true) }
  override func measureHeight(at room: Int) -> Need { .exactly(1) }

  override func paint(_ canvas: inout Canvas) {
    if isUpright, frame.width == 1 {
      for row in frame.row..<frame.endRow {
        canvas.put(StyledLine(canvas.symbols.box[1], .muted), column: frame.column, row: row)
      }
    } else {
      canvas.put(
        StyledLine(Symbols.text(canvas.symbols.box[0], times: frame.width), .muted), column: frame.column,
        row: frame.row)
    }
  }
}

/// Room between neighbours; it takes what is left over.
final class SpacerPart: LayoutPart {
  override func measureWidth() -> Need { Need(0, 1, grows: true) }
  override func measureHeight(at room: Int) -> Need { Need(0, 1, grows: true) }
}
