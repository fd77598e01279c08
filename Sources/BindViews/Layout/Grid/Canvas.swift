/// A grid with the part of it that may be drawn to now, and how far what is drawn is scrolled.
struct Canvas {
  var grid: CellGrid
  let symbols: Symbols
  /// In places of the grid.
  private(set) var clip: Rect
  /// Added to every row that parts know of.
  private var scrolledRows = 0
  /// Text stands for text that is not there yet.
  var isSkeleton = false

  init(columns: Int, rows: Int, symbols: Symbols) {
    grid = CellGrid(columns: columns, rows: rows)
    clip = grid.bounds
    self.symbols = symbols
  }

  /// Draws inside a frame only; what is in it is moved down by `rows`.
  mutating func inside(_ frame: Rect, rows: Int = 0, _ draw: (inout Canvas) -> Void) {
    let (outerClip, outerRows) = (clip, scrolledRows)
    clip = clip.intersection(frame.moved(rows: scrolledRows))
    scrolledRows += rows
    if !clip.isEmpty { draw(&self) }
    (clip, scrolledRows) = (outerClip, outerRows)
  }

  /// Puts a line where it begins; what is outside is not drawn, and a wide grapheme that is half outside is a blank.
  mutating func put(_ line: StyledLine, column: Int, row: Int) {
    let row = row + scrolledRows
    guard row >= clip.row, row < clip.endRow else { return }
    var column = column
    for run in line.runs {
      for glyph in run.glyphs {
        if column >= clip.endColumn { return }
        put(glyph, column, row, run.style)
        column += glyph.width
      }
    }
  }

  /// Puts what a script says: while that is not there yet, its shape only.
  mutating func say(_ line: StyledLine, column: Int, row: Int) {
    put(isSkeleton ? line.shape(symbols) : line, column: column, row: row)
  }

  private mutating func put(_ glyph: Glyph, _ column: Int, _ row: Int, _ style: CellStyle) {
    let isWhole = column >= clip.column && column + glyph.width <= clip.endColumn
    if isWhole { return grid.put(glyph, column: column, row: row, style: style) }
    for half in column..<(column + glyph.width) where half >= clip.column && half < clip.endColumn {
      grid.put(.blank, column: half, row: row, style: style)
    }
  }

  /// What a view that stands there takes of the screen.
  mutating func note(_ view: View, in frame: Rect) {
    let seen = frame.moved(rows: scrolledRows).intersection(clip)
    if !seen.isEmpty { grid.add(CellGrid.Region(id: view.id, number: view.presence.number, frame: seen)) }
  }

  mutating func putCaret(column: Int, row: Int) {
    if clip.contains(column: column, row: row + scrolledRows) {
      grid.caret = CellGrid.Place(column: column, row: row + scrolledRows)
    }
  }

  /// Something on it reads otherwise after that time.
  mutating func redraw(after time: Duration) { grid.redrawAfter = min(grid.redrawAfter ?? time, time) }
}
