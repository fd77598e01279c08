/// A control: its name, itself, and what is remarked on it. All in one line where there is room, else below one another.
final class ControlPart: LayoutPart {
  private let label: String
  let labelWidth: Int
  /// Columns that the names of a form's controls have in common; nothing is measured before it is set.
  var labelColumn = 0
  private let body: ControlBody
  private let remarks: [Remark]
  private let isEnabled: Bool
  private var made: (room: Int, lines: [StyledLine], caret: CellGrid.Place?)?

  private static let gap = 2

  init(_ view: View, _ body: ControlBody, label: String, remarks: [Remark], isEnabled: Bool) {
    self.label = label
    self.body = body
    self.remarks = remarks
    self.isEnabled = isEnabled
    labelWidth = Columns.width(of: label)
    super.init(view)
  }

  private var indent: Int { labelWidth == 0 ? 0 : max(labelColumn, labelWidth) + Self.gap }
  private var remarksWidth: Int { remarks.reduce(0) { $0 + $1.width + Self.gap } }

  override func measureWidth() -> Need {
    Need(labelWidth > 20 ? max(12, body.least) : indent + body.least, indent + body.wanted + remarksWidth)
  }

  override func measureHeight(at room: Int) -> Need { .exactly(layout(room).lines.count) }

  /// The caret's row is counted from the first line.
  private func layout(_ room: Int) -> (lines: [StyledLine], caret: CellGrid.Place?) {
    if let made, made.room == room { return (made.lines, made.caret) }
    var lines: [StyledLine] = []
    var line = StyledLine()
    var indent = indent
    if indent > 0 {
      let name = CellStyle(attributes: isEnabled ? [] : .dim, tone: isEnabled ? .normal : .muted)
      if indent + body.least <= room {
        line = StyledLine(label, name).padded(to: indent)
      } else {
        lines = TextFitting.wrap(label, to: room).map { StyledLine($0, name) }
        indent = 0
      }
    }
    let bodyRoom = min(room - indent, body.wanted)
    let caret = body.caret.map { CellGrid.Place(column: indent + $0(bodyRoom), row: lines.count) }
    line.append(body.line(bodyRoom))
    if line.width + remarksWidth <= room {
      for remark in remarks { line.append(StyledLine("  ") + StyledLine(remark.text, remark.style)) }
      lines.append(line)
    } else {
      lines.append(line)
      lines += remarksBelow(room, indent)
    }
    made = (room, lines, caret)
    return (lines, caret)
  }

  override var control: Rect {
    let lines = layout(frame.width).lines
    let isBeside = indent + body.least <= frame.width
    let above = isBeside ? 0 : min(TextFitting.wrap(label, to: frame.width).count, max(lines.count - 1, 0))
    let column = isBeside ? indent : 0
    return Rect(
      column: frame.column + column, row: frame.row + above, width: min(frame.width - column, body.wanted), height: 1)
  }

  private func remarksBelow(_ room: Int, _ indent: Int) -> [StyledLine] {
    let indent = room - indent >= 16 ? indent : min(2, max(room - 8, 0))
    return remarks.flatMap { remark in
      TextFitting.wrap(remark.text, to: room - indent).map { text in
        StyledLine().padded(to: indent) + StyledLine(text, remark.style)
      }
    }
  }

  override func paint(_ canvas: inout Canvas) {
    let (lines, caret) = layout(frame.width)
    for (index, line) in lines.enumerated() { canvas.say(line, column: frame.column, row: frame.row + index) }
    if let caret { canvas.putCaret(column: frame.column + caret.column, row: frame.row + caret.row) }
  }
}
