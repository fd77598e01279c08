/// The open list of a control's choices, in a frame below it, or above where there is more room.
final class MenuPart: LayoutPart {
  private let block: ListBlock

  init(_ view: View, _ symbols: Symbols) {
    block = ListBlock(menuOf: view, ControlLook(symbols: symbols, isFocused: true))
    super.init(nil)
  }

  override func measureWidth() -> Need { block.width }
  override func measureHeight(at room: Int) -> Need { block.height(at: room) }

  override func paint(_ canvas: inout Canvas) {
    for (index, line) in block.lines(frame.width, frame.height).enumerated() {
      canvas.put(line, column: frame.column, row: frame.row + index)
    }
  }

  /// Draws the list of the control that stands there, before everything else.
  /// - Parameter anchor: the control, without its name.
  static func draw(of view: View, at anchor: Rect, on canvas: inout Canvas) {
    let box = BoxPart(nil, title: "", style: .accent, children: [MenuPart(view, canvas.symbols)])
    let bounds = canvas.grid.bounds
    let width = min(max(box.width.wanted, anchor.width), bounds.width)
    let wanted = box.height(at: width).wanted
    let below = bounds.endRow - anchor.endRow
    let isBelow = below >= wanted || below >= anchor.row
    let height = min(wanted, isBelow ? below : anchor.row)
    let frame = Rect(
      column: max(min(anchor.column, bounds.width - width), 0), row: isBelow ? anchor.endRow : anchor.row - height,
      width: width, height: height)
    guard height > 2 else { return }
    canvas.grid.beginLayer(frame)
    box.place(in: frame)
    box.draw(on: &canvas)
  }
}
