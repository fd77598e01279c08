import BindCore

/// What follows a loadable, with a sign how it stands and how old it is: in the frame of the panel inside, else beside the
/// content, else below it.
final class AsyncPart: LayoutPart {
  private let status: AsyncStatus?
  private let isSkeleton: Bool

  init(_ view: View?, status: AsyncStatus?, isSkeleton: Bool, children: [LayoutPart]) {
    self.isSkeleton = isSkeleton
    if let status, children.count == 1, let box = children[0] as? BoxPart {
      box.status = status
      self.status = nil
    } else {
      self.status = status
    }
    super.init(view, children: [ColumnPart(nil, children: children)])
  }

  private static let gap = 2
  private var content: LayoutPart { children[0] }

  /// Columns beside the content, the gap with them; an age that grows a digit moves nothing.
  private var strip: Int { status.map { max($0.width, 12) + Self.gap } ?? 0 }

  private func isBeside(at room: Int) -> Bool { content.width.wanted + strip <= room }

  private func linesBelow(at room: Int) -> [StyledLine] {
    guard let status, !isBeside(at: room) else { return [] }
    return TextFitting.wrap(status.text, to: room).map { StyledLine($0, status.style) }
  }

  override func measureWidth() -> Need {
    let need = content.width
    return Need(need.least, need.wanted + strip, grows: need.grows)
  }

  override func measureHeight(at room: Int) -> Need {
    if isBeside(at: room) {
      let need = content.height(at: room - strip)
      return status == nil ? need : Need(max(need.least, 1), need.wanted, grows: need.grows)
    }
    return .sum([content.height(at: room), .exactly(linesBelow(at: room).count)])
  }

  override func arrange() {
    var room = frame
    if isBeside(at: frame.width) {
      room.width -= strip
    } else {
      room.height = max(room.height - linesBelow(at: frame.width).count, 0)
    }
    content.place(in: room)
  }

  override func paint(_ canvas: inout Canvas) {
    let outer = canvas.isSkeleton
    canvas.isSkeleton = outer || isSkeleton
    super.paint(&canvas)
    canvas.isSkeleton = outer
    guard let status else { return }
    if isBeside(at: frame.width) {
      canvas.put(StyledLine(status.text, status.style), column: frame.endColumn - status.width, row: frame.row)
    } else {
      for (index, line) in linesBelow(at: frame.width).enumerated() {
        canvas.put(line, column: frame.column, row: content.frame.endRow + index)
      }
    }
  }
}
