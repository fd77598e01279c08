/// Parts beside one another; below one another where that is too narrow.
final class RowPart: LayoutPart {
  static let gap = 2
  private lazy var stacked = ColumnPart(nil, children: children, alignsLabels: false)

  private var gaps: Int { Self.gap * max(children.count - 1, 0) }

  private func isStacked(at room: Int) -> Bool {
    Need.sum(children.map(\.width), gaps: gaps).least > room
  }

  private func widths(at room: Int) -> [Int] { Need.divide(room - gaps, among: children.map(\.width)) }

  override func measureWidth() -> Need {
    let sum = Need.sum(children.map(\.width), gaps: gaps)
    return Need(Need.largest(children.map(\.width)).least, sum.wanted, grows: sum.grows)
  }

  override func measureHeight(at room: Int) -> Need {
    if isStacked(at: room) { return stacked.height(at: room) }
    // What grows beside others grows to their height, not to that of the screen.
    let heights = zip(children, widths(at: room)).map { $0.height(at: $1) }
    let need = Need.largest(heights)
    return Need(need.least, need.wanted)
  }

  override func arrange() {
    if isStacked(at: frame.width) { return stacked.place(in: frame) }
    var column = frame.column
    for (child, width) in zip(children, widths(at: frame.width)) {
      child.place(in: Rect(column: column, row: frame.row, width: width, height: frame.height))
      column += width + Self.gap
    }
  }
}
