/// Parts in rows and columns; in fewer columns where that is too narrow.
final class GridPart: LayoutPart {
  private let wantedColumns: Int

  init(_ view: View, columns: Int, children: [LayoutPart]) {
    wantedColumns = min(max(columns, 1), max(children.count, 1))
    super.init(view, children: children)
  }

  private func needs(_ count: Int) -> [Need] {
    (0..<count).map { column in
      Need.largest(stride(from: column, to: children.count, by: count).map { children[$0].width })
    }
  }

  private func columnCount(at room: Int) -> Int {
    var count = wantedColumns
    while count > 1, Need.sum(needs(count), gaps: RowPart.gap * (count - 1)).least > room { count -= 1 }
    return count
  }

  private func widths(at room: Int) -> [Int] {
    let count = columnCount(at: room)
    return Need.divide(room - RowPart.gap * (count - 1), among: needs(count))
  }

  private func rows(_ widths: [Int]) -> [(parts: ArraySlice<LayoutPart>, height: Need)] {
    stride(from: 0, to: children.count, by: widths.count).map { start in
      let parts = children[start..<min(start + widths.count, children.count)]
      return (parts, Need.largest(zip(parts, widths).map { $0.height(at: $1) }))
    }
  }

  override func measureWidth() -> Need {
    let sum = Need.sum(needs(wantedColumns), gaps: RowPart.gap * (wantedColumns - 1))
    return Need(Need.largest(children.map(\.width)).least, sum.wanted, grows: sum.grows)
  }

  override func measureHeight(at room: Int) -> Need { .sum(rows(widths(at: room)).map(\.height)) }

  override func arrange() {
    let widths = widths(at: frame.width)
    let rows = rows(widths)
    let heights = Need.divide(frame.height, among: rows.map(\.height))
    var row = frame.row
    for ((parts, _), height) in zip(rows, heights) {
      var column = frame.column
      for (part, width) in zip(parts, widths) {
        part.place(in: Rect(column: column, row: row, width: width, height: height))
        column += width + RowPart.gap
      }
      row += height
    }
  }
}
