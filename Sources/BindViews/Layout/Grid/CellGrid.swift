/// What stands in one place of a screen.
package struct GridCell: Equatable, Sendable {
  /// One grapheme; a blank where nothing is.
  package var grapheme: Character = " "
  /// 1, 2 for a wide grapheme, 0 for the right half of the wide one before it.
  package var width: UInt8 = 1
  package var style = CellStyle.plain
}

/// A screen: the cells that a tree of views is drawn to, and which view is where.
///
/// Invariant: behind a cell of width 2 stands one of width 0, in the same row; nowhere else does one.
package struct CellGrid: Equatable, Sendable {
  /// A view and the part of the screen that it takes.
  package struct Region: Equatable, Sendable {
    package let id: String
    /// Of its `Presence`.
    package let number: Int
    package let frame: Rect
  }

  package struct Place: Equatable, Sendable {
    package let column: Int
    package let row: Int
  }

  /// Sizes beyond are cut to it.
  package static let longestSide = 1000

  package let columns: Int
  package let rows: Int
  /// Row by row.
  package private(set) var cells: [GridCell]
  /// The outer ones first; of two that hold a place, the later one is nearer to the person.
  package private(set) var regions: [Region] = []
  /// Where the cursor of a terminal belongs: in the field that is being edited.
  package internal(set) var caret: Place?
  /// After so long something on it reads otherwise although nothing has happened: an age.
  package internal(set) var redrawAfter: Duration?
  /// Cells that were drawn to twice in one layer; more than none is a fault of the layout.
  package private(set) var collisionCount = 0
  private var isDrawn: [Bool]

  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Self.longestSide)
    self.rows = min(max(rows, 1), Self.longestSide)
    cells = Array(repeating: GridCell(), count: self.columns * self.rows)
    isDrawn = Array(repeating: false, count: cells.count)
  }

  package var bounds: Rect { Rect(width: columns, height: rows) }

  package subscript(column: Int, row: Int) -> GridCell { cells[row * columns + column] }

  /// The nearest view in that place.
  package func region(column: Int, row: Int) -> Region? {
    regions.last { $0.frame.contains(column: column, row: row) }
  }

  /// One row without its trailing blanks.
  package func line(_ row: Int) -> String {
    var text = ""
    for cell in cells[row * columns..<(row + 1) * columns] where cell.width > 0 { text.append(cell.grapheme) }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All of it, without trailing blanks and trailing empty rows.
  package var text: String {
    var lines = (0..<rows).map(line)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  // MARK: Drawing

  /// Precondition: all of it is inside.
  mutating func put(_ glyph: Glyph, column: Int, row: Int, style: CellStyle) {
    let place = row * columns + column
    cells[place] = GridCell(grapheme: glyph.grapheme, width: UInt8(glyph.width), style: style)
    mark(place)
    if glyph.width == 2 {
      cells[place + 1] = GridCell(grapheme: " ", width: 0, style: style)
      mark(place + 1)
    }
  }

  private mutating func mark(_ place: Int) {
    if isDrawn[place] { collisionCount += 1 }
    isDrawn[place] = true
  }

  mutating func add(_ region: Region) { regions.append(region) }

  /// What is drawn from now on stands before what is there; everything behind it is dimmed, and `frame` is cleared.
  mutating func beginLayer(_ frame: Rect) {
    isDrawn = Array(repeating: false, count: cells.count)
    for place in cells.indices { cells[place].style.attributes.insert(.dim) }
    for row in frame.row..<frame.endRow {
      for column in frame.column..<frame.endColumn { clear(column, row) }
    }
    caret = nil
  }

  /// A wide grapheme that loses one half loses both.
  private mutating func clear(_ column: Int, _ row: Int) {
    let place = row * columns + column
    if cells[place].width == 0 { cells[place - 1] = GridCell() }
    if cells[place].width == 2 { cells[place + 1] = GridCell() }
    cells[place] = GridCell()
  }
}
