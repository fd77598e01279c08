/// A column of which a part is shown, with a bar that says which. The view that has the focus is kept in sight.
final class ScrollPart: LayoutPart {
  private let wantedOffset: Int
  private let focus: View?
  private let isFocused: Bool
  private var offset = 0
  private var contentHeight = 0

  init(_ view: View?, offset: Int, focus: View?, content: LayoutPart) {
    wantedOffset = offset
    self.focus = focus
    isFocused = view != nil && view === focus
    super.init(view, children: [content])
  }

  private static let leastHeight = 3
  /// A blank and the bar.
  private static let barWidth = 2

  private var content: LayoutPart { children[0] }

  override func measureWidth() -> Need { content.width }

  override func measureHeight(at room: Int) -> Need {
    let need = content.height(at: room)
    return Need(min(need.least, Self.leastHeight), need.wanted, grows: need.grows)
  }

  private var hasBar: Bool { contentHeight > frame.height }

  override func arrange() {
    var width = frame.width
    contentHeight = height(ofContentIn: width)
    if hasBar {
      width = max(width - Self.barWidth, 1)
      // Narrower is never shorter enough to do without the bar again.
      contentHeight = max(height(ofContentIn: width), frame.height + 1)
    }
    content.place(in: Rect(column: frame.column, row: frame.row, width: width, height: contentHeight))
    offset = min(max(wantedOffset, 0), max(contentHeight - frame.height, 0))
    guard let focus, let sight = content.frame(of: focus) else { return }
    let top = sight.row - frame.row
    let bottom = top + min(sight.height, max(frame.height, 1))
    if top < offset { offset = top } else if bottom > offset + frame.height { offset = bottom - frame.height }
  }

  private func height(ofContentIn width: Int) -> Int {
    let need = content.height(at: width)
    if need.grows { return max(need.least, frame.height) }
    // What the script lets scroll has all its content below one another; the screen as a whole scrolls when nothing in it
    // can be made shorter.
    return view == nil ? max(need.least, min(need.wanted, frame.height)) : need.wanted
  }

  override func frame(of focus: View) -> Rect? {
    if view === focus { return frame }
    return content.frame(of: focus).map { $0.moved(rows: -offset).intersection(frame) }
  }

  override func control(of focus: View) -> Rect? {
    if view === focus { return frame }
    return content.control(of: focus).map { $0.moved(rows: -offset).intersection(frame) }
  }

  override func paint(_ canvas: inout Canvas) {
    var window = frame
    window.width = min(content.frame.width, frame.width)
    canvas.inside(window, rows: -offset) { content.draw(on: &$0) }
    guard hasBar, frame.width > Self.barWidth else { return }
    let size = max(frame.height * frame.height / max(contentHeight, 1), 1)
    let hidden = contentHeight - frame.height
    let top = hidden > 0 ? offset * (frame.height - size) / hidden : 0
    for row in 0..<frame.height {
      let isThumb = row >= top && row < top + size
      let thumb = isFocused ? canvas.symbols.heldThumb : canvas.symbols.thumb
      canvas.put(
        StyledLine(isThumb ? thumb : canvas.symbols.bar, isThumb ? .accent : .muted), column: frame.endColumn - 1,
        row: frame.row + row)
    }
  }
}
