import BindViews

/// A prompt with its line, as rows of a terminal: breaks are made here, so what the terminal would do with a full row does
/// not matter.
struct PromptDrawing: Equatable {
  let rows: [String]
  let cursorRow: Int
  let cursorColumn: Int

  init(prompt: String, text: [Character], cursor: Int, columns: Int) {
    let columns = max(columns, 2)
    var rows = [""]
    var used = 0
    var place = (row: 0, column: 0)
    for (index, character) in (Array(prompt) + text).enumerated() {
      if index == prompt.count + cursor { place = (rows.count - 1, used) }
      let width = Columns.width(of: character)
      if used + width > columns {
        rows.append("")
        used = 0
        if index == prompt.count + cursor { place = (rows.count - 1, 0) }
      }
      rows[rows.count - 1].append(character)
      used += width
    }
    if cursor == text.count { place = (rows.count - 1, used) }
    // Behind a full row the cursor stands in the next one.
    if place.column >= columns {
      if place.row == rows.count - 1 { rows.append("") }
      place = (place.row + 1, 0)
    }
    self.rows = rows
    (cursorRow, cursorColumn) = place
  }

  /// From the start of the first row: draws, and leaves the cursor in its place.
  var bytes: String {
    var out = "\r\u{1B}[J" + rows.joined(separator: "\r\n")
    let up = rows.count - 1 - cursorRow
    if up > 0 { out += "\u{1B}[\(up)A" }
    out += "\r"
    if cursorColumn > 0 { out += "\u{1B}[\(cursorColumn)C" }
    return out
  }

  /// From the cursor to the start of the first row.
  var toStart: String { (cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "") + "\r" }

  /// The same where the terminal has broken rows that are too long for it now.
  func toStart(columns: Int) -> String {
    let columns = max(columns, 1)
    let above = rows[..<cursorRow].reduce(0) { $0 + max((Columns.width(of: $1) + columns - 1) / columns, 1) }
    let up = above + cursorColumn / columns
    return (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
  }

  /// From the cursor to the row below all.
  var toEnd: String {
    let down = rows.count - 1 - cursorRow
    return (down > 0 ? "\u{1B}[\(down)B" : "") + "\r\n"
  }
}
