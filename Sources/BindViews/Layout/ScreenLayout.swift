import BindCore

/// Lays a stage out on a grid: the title, the tree, a line of help for where the person is; the dialogs before all that.
struct ScreenLayout {
  let stage: Stage
  let symbols: Symbols
  let focus: View?
  private let builder: LayoutBuilder

  init(_ stage: Stage, symbols: Symbols, focus: View?) {
    self.stage = stage
    self.symbols = symbols
    self.focus = focus
    builder = LayoutBuilder(symbols: symbols, focus: focus)
  }

  func grid(columns: Int, rows: Int) -> CellGrid {
    var canvas = Canvas(columns: columns, rows: rows, symbols: symbols)
    if let root = stage.root, stage.isShowing { drawTree(root, &canvas) }
    for dialog in dialogs { draw(dialog, &canvas) }
    return canvas.grid
  }

  private var dialogs: [View] {
    stage.views.filter { $0.kind.role == .dialog && $0.isVisible }
  }

  // MARK: The tree

  /// On a screen that is lower the title would take too much of it.
  private static let leastRowsForTitle = 4

  private func drawTree(_ root: View, _ canvas: inout Canvas) {
    var room = canvas.grid.bounds
    let title = PlainText.clean(stage.title)
    if !title.isEmpty, room.height >= Self.leastRowsForTitle {
      canvas.put(heading(title, room.width), column: 0, row: 0)
      room = Rect(row: 1, width: room.width, height: room.height - 1)
    }
    if let help = helpLine(room.width), room.height >= Self.leastRowsForTitle {
      room.height -= 1
      canvas.put(help, column: 0, row: room.endRow)
    }
    guard let part = builder.part(for: root) else { return }
    show(part, in: room, &canvas)
  }

  /// `━━ Settings ━━━━━━━`.
  private func heading(_ title: String, _ width: Int) -> StyledLine {
    var line = StyledLine(Symbols.text(symbols.box[0], times: 2) + " ", .muted)
    line.append(TextFitting.cut(title, to: max(width - 6, 1), symbols), .bold)
    line.append(" ")
    line.append(Symbols.text(symbols.box[0], times: width - line.width), .muted)
    return line
  }

  private func helpLine(_ width: Int) -> StyledLine? {
    guard let focus, dialogs.isEmpty else { return nil }
    let help = PlainText.clean(focus.words("help"))
    if help.isEmpty { return nil }
    return StyledLine(TextFitting.cut("\(symbols.help) \(help)", to: width, symbols), .muted)
  }

  private func show(_ content: LayoutPart, in room: Rect, _ canvas: inout Canvas) {
    let part = ScrollPart(nil, offset: 0, focus: focus, content: content)
    part.place(in: room)
    part.draw(on: &canvas)
    if dialogs.isEmpty { drawMenu(in: part, &canvas) }
    noteAges(&canvas)
  }

  private func noteAges(_ canvas: inout Canvas) {
    for view in stage.views where (view.kind.role == .async || view.boundValue != nil) && view.isVisible {
      if let next = AsyncStatus(view, symbols)?.nextChange { canvas.redraw(after: next) }
    }
  }

  // MARK: Dialogs

  private func draw(_ dialog: View, _ canvas: inout Canvas) {
    let part = box(dialog)
    let bounds = canvas.grid.bounds
    let width = min(max(part.width.wanted, 24), max(bounds.width - 4, min(bounds.width, 24)), 64)
    let height = min(part.height(at: width).wanted, bounds.height)
    let frame = Rect(
      column: (bounds.width - width) / 2, row: (bounds.height - height) / 2, width: width, height: height)
    canvas.grid.beginLayer(frame)
    part.place(in: frame)
    part.draw(on: &canvas)
    drawMenu(in: part, &canvas)
  }

  /// The choices of the control where the person is, if they are shown.
  private func drawMenu(in part: LayoutPart, _ canvas: inout Canvas) {
    guard let focus, focus.menuPlace != nil, !focus.choices.isEmpty, let anchor = part.control(of: focus),
      !anchor.isEmpty
    else { return }
    MenuPart.draw(of: focus, at: anchor, on: &canvas)
  }

  private func box(_ dialog: View) -> LayoutPart {
    let isQuestion = stage.question(of: dialog) != nil
    let keys = [("Enter", isQuestion ? "yes" : "OK"), ("Esc", isQuestion ? "no" : "cancel")]
    var answers = StyledLine()
    for (index, (key, words)) in keys.enumerated() {
      if index > 0 { answers.append(blanks: 3) }
      answers.append(key, .accent)
      answers.append(" " + words)
    }
    var parts: [LayoutPart] = [TextPart(nil, dialog.words("title"), .bold)]
    if !dialog.children.isEmpty { parts.append(BlankPart()) }
    parts += dialog.children.compactMap { builder.part(for: $0) }
    let content = ScrollPart(nil, offset: 0, focus: focus, content: ColumnPart(nil, children: parts))
    let line = answers
    return BoxPart(
      dialog, title: "", style: .accent, lines: \.dialogBox,
      children: [content, BlankPart(), LinePart(wanted: line.width) { _ in line }])
  }
}

/// An empty line, where there is room for one.
private final class BlankPart: LayoutPart {
  init() { super.init(nil) }
  override func measureWidth() -> Need { .exactly(0) }
  override func measureHeight(at room: Int) -> Need { Need(0, 1) }
}
