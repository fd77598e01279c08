/// What takes several lines: rows, a course, text that is edited.
protocol Block {
  var width: Need { get }
  func height(at width: Int) -> Need
  /// At most `height` lines, none wider than `width`.
  func lines(_ width: Int, _ height: Int) -> [StyledLine]
  /// Where the cursor stands in it.
  func caret(_ width: Int, _ height: Int) -> CellGrid.Place?
}

extension Block {
  func caret(_ width: Int, _ height: Int) -> CellGrid.Place? { nil }
}

/// A block with its name above it and what is remarked on it below.
final class BlockPart: LayoutPart {
  private let label: String
  private let block: any Block
  private let remarks: [Remark]

  init(_ view: View, _ block: any Block, label: String, remarks: [Remark] = []) {
    self.label = label
    self.block = block
    self.remarks = remarks
    super.init(view)
  }

  private func above(_ room: Int) -> [StyledLine] {
    label.isEmpty ? [] : TextFitting.wrap(label, to: room).map { StyledLine($0, .bold) }
  }

  private func below(_ room: Int) -> [StyledLine] {
    remarks.flatMap { remark in TextFitting.wrap(remark.text, to: room).map { StyledLine($0, remark.style) } }
  }

  override func measureWidth() -> Need {
    let need = block.width
    return Need(need.least, max(need.wanted, Columns.width(of: label)), grows: need.grows)
  }

  override func measureHeight(at room: Int) -> Need {
    .sum([.exactly(above(room).count + below(room).count), block.height(at: room)])
  }

  override func paint(_ canvas: inout Canvas) {
    let above = above(frame.width)
    let below = below(frame.width)
    let room = max(frame.height - above.count - below.count, 0)
    let lines = block.lines(frame.width, room).prefix(room)
    var row = frame.row
    for line in above + lines + below {
      canvas.say(line, column: frame.column, row: row)
      row += 1
    }
    if let caret = block.caret(frame.width, room) {
      canvas.putCaret(column: frame.column + caret.column, row: frame.row + above.count + caret.row)
    }
  }
}
