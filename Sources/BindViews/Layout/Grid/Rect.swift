/// A rectangle of cells. Width and height are never negative.
package struct Rect: Equatable, Sendable {
  package var column: Int
  package var row: Int
  package var width: Int
  package var height: Int

  package init(column: Int = 0, row: Int = 0, width: Int = 0, height: Int = 0) {
    self.column = column
    self.row = row
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// The first column and the first row behind it.
  package var endColumn: Int { column + width }
  package var endRow: Int { row + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < endColumn && row >= self.row && row < endRow
  }

  /// What both have in common; empty if that is nothing.
  package func intersection(_ other: Rect) -> Rect {
    let column = max(self.column, other.column)
    let row = max(self.row, other.row)
    return Rect(
      column: column, row: row, width: min(endColumn, other.endColumn) - column, height: min(endRow, other.endRow) - row
    )
  }

  func moved(rows: Int) -> Rect { Rect(column: column, row: row + rows, width: width, height: height) }

  func inset(columns: Int, rows: Int) -> Rect {
    Rect(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
  }
}
