/// One line that the layout adds: a heading, a rule, a hint.
final class LinePart: LayoutPart {
  private let line: (Int) -> StyledLine
  private let wanted: Int

  /// - Parameter line: the line for a width.
  init(wanted: Int, _ line: @escaping (Int) -> StyledLine) {
    self.line = line
    self.wanted = wanted
    super.init(nil)
  }

  override func measureWidth() -> Need { Need(min(wanted, 8), wanted) }
  override func measureHeight(at room: Int) -> Need { .exactly(1) }

  override func paint(_ canvas: inout Canvas) {
    canvas.put(line(frame.width), column: frame.column, row: frame.row)
  }
}
