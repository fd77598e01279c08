/// A frame around a column, with a title in its upper side and how something stands at the end of it.
final class BoxPart: LayoutPart {
  private let title: String
  private let style: CellStyle
  private let lines: KeyPath<Symbols, [String]>
  /// How the asynchronous value inside stands.
  var status: AsyncStatus?

  init(
    _ view: View?, title: String, style: CellStyle = .muted, lines: KeyPath<Symbols, [String]> = \.box,
    children: [LayoutPart]
  ) {
    self.title = title
    self.style = style
    self.lines = lines
    super.init(view, children: [ColumnPart(nil, children: children)])
  }

  /// What stands left and right of the content: the line and a blank.
  private static let side = 2
  /// A frame around less would be all frame.
  private static let leastContent = 8

  /// Beside others a panel has so many columns, else they are stacked.
  private static let leastWidth = 16

  private func isFramed(at room: Int) -> Bool { room >= Self.leastContent + 2 * Self.side }

  override func measureWidth() -> Need {
    let content = children[0].width
    let heading = Columns.width(of: title) + (status.map { $0.width + 3 } ?? 0) + 6
    return Need(
      max(content.least + 2 * Self.side, Self.leastWidth), max(content.wanted + 2 * Self.side, heading), grows: true)
  }

  override func measureHeight(at room: Int) -> Need {
    guard isFramed(at: room) else {
      return .sum([.exactly(heading(at: room).count), children[0].height(at: room)])
    }
    return .sum([.exactly(2), children[0].height(at: room - 2 * Self.side)])
  }

  override func arrange() {
    if isFramed(at: frame.width) { return children[0].place(in: frame.inset(columns: Self.side, rows: 1)) }
    let heading = heading(at: frame.width).count
    children[0].place(
      in: Rect(
        column: frame.column, row: frame.row + heading, width: frame.width, height: frame.height - heading))
  }

  /// Without a frame the title is a line of its own.
  private func heading(at room: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    if !title.isEmpty {
      lines += TextFitting.wrap(title, to: room).map { StyledLine($0, .bold) }
    }
    if let status { lines += TextFitting.wrap(status.text, to: room).map { StyledLine($0, status.style) } }
    return lines
  }

  override func paint(_ canvas: inout Canvas) {
    if !isFramed(at: frame.width) {
      for (index, line) in heading(at: frame.width).enumerated() {
        canvas.put(line, column: frame.column, row: frame.row + index)
      }
    } else {
      paintFrame(&canvas)
    }
    super.paint(&canvas)
  }

  private func paintFrame(_ canvas: inout Canvas) {
    let box = canvas.symbols[keyPath: lines]
    canvas.put(upperSide(box, canvas.symbols), column: frame.column, row: frame.row)
    for row in frame.row + 1..<max(frame.endRow - 1, frame.row + 1) {
      canvas.put(StyledLine(box[1], style), column: frame.column, row: row)
      canvas.put(StyledLine(box[1], style), column: frame.endColumn - 1, row: row)
    }
    guard frame.height > 1 else { return }
    let lower = box[4] + Symbols.text(box[0], times: frame.width - 2) + box[5]
    canvas.put(StyledLine(lower, style), column: frame.column, row: frame.endRow - 1)
  }

  private func upperSide(_ box: [String], _ symbols: Symbols) -> StyledLine {
    var line = StyledLine(box[2], style)
    var end = StyledLine()
    if let status {
      let words = TextFitting.cut(status.text, to: frame.width - 8, symbols)
      end.append(" ")
      end.append(words, status.style)
      end.append(" ")
    }
    end.append(box[0] + box[3], style)
    let room = frame.width - 1 - end.width - 4
    if !title.isEmpty, room > 0 {
      line.append(box[0] + " ", style)
      line.append(TextFitting.cut(title, to: room, symbols), CellStyle(attributes: .bold, color: style.color))
      line.append(" ")
    }
    line.append(Symbols.text(box[0], times: frame.width - line.width - end.width), style)
    return line + end
  }
}
