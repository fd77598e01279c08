import BindCore

/// Makes the parts of a screen from a tree of views: what cannot be seen has none.
struct LayoutBuilder {
  let symbols: Symbols
  /// Where the person is.
  let focus: View?
  /// Nothing around it is disabled.
  private var isEnabled = true
  private var isInRow = false

  init(symbols: Symbols, focus: View?) {
    self.symbols = symbols
    self.focus = focus
  }

  func part(for view: View) -> LayoutPart? {
    var inner = self
    inner.isEnabled = isEnabled && view.isTrue("enabled")
    return inner.part(view)
  }

  /// The parts of what stands in one container. A list or a condition has no place of its own: what it makes stands among
  /// the others.
  private func parts(of views: [View]) -> [LayoutPart] {
    var parts: [LayoutPart] = []
    for view in views {
      switch view.kind.role {
      case .when, .each:
        guard isShown(view) else { continue }
        var inner = self
        inner.isEnabled = isEnabled && view.isTrue("enabled")
        if view.value("width") == .nil, view.value("height") == .nil {
          parts += inner.parts(of: view.children)
        } else if let part = inner.part(view) {
          parts.append(part)
        }
      default: if let part = part(for: view) { parts.append(part) }
      }
    }
    return parts
  }

  private func isShown(_ view: View) -> Bool { !view.isStopped && view.isTrue("visible") }

  private func part(_ view: View) -> LayoutPart? {
    guard isShown(view) else { return nil }
    switch view.kind.role {
    case .label:
      let text = TextPart(view, view.words("text"), .named(view.words("style")))
      return AsyncStatus(view, symbols).map { AsyncPart(nil, status: $0, isSkeleton: false, children: [text]) } ?? text
    case .textField, .toggle, .slider, .stepper, .select, .button, .progress, .sparkline: return control(view)
    case .textArea, .image, .chart, .list, .table, .log: return block(view)
    case .divider: return DividerPart(view, isUpright: isInRow)
    case .spacer: return SpacerPart(view)
    case .column, .when, .each: return ColumnPart(view, children: inside(view))
    case .row: return RowPart(view, children: inside(view, isRow: true))
    case .grid:
      let columns: Int64 = if case .integer(let count)? = view.value("columns") { count } else { 1 }
      return GridPart(view, columns: Int(clamping: columns), children: inside(view))
    case .panel: return panel(view)
    case .tabs: return tabs(view)
    case .scroll:
      let offset: Int64 = if case .integer(let count)? = view.value("value") { count } else { 0 }
      return ScrollPart(
        view, offset: Int(clamping: offset), focus: focus, content: ColumnPart(nil, children: inside(view)))
    case .async:
      return AsyncPart(
        view, status: AsyncStatus(view, symbols), isSkeleton: view.isTrue("skeleton"), children: inside(view))
    // They stand before everything else.
    case .dialog: return nil
    }
  }

  private func inside(_ view: View, isRow: Bool = false) -> [LayoutPart] {
    var inner = self
    inner.isInRow = isRow
    return inner.parts(of: view.children)
  }

  private func panel(_ view: View) -> LayoutPart {
    var style = CellStyle.muted
    if let color = CellStyle.color(view.words("color")) { style = CellStyle(color: color) }
    return BoxPart(view, title: PlainText.clean(view.words("title")), style: style, children: inside(view))
  }

  private func tabs(_ view: View) -> LayoutPart {
    let titles = view.children.enumerated().map { index, child in
      let name = PlainLines.name(of: child)
      return name.isEmpty ? "\(index + 1)" : name
    }
    let shown = view.selectedTab
    let selected = view.children.firstIndex { $0 === shown } ?? 0
    var inner = self
    inner.isInRow = false
    return TabsPart(
      view, titles: titles, selected: selected, look: look(view), content: shown.flatMap { inner.untitled($0) })
  }

  /// A tab's name stands in the bar: its panel needs no frame.
  private func untitled(_ view: View) -> LayoutPart? {
    guard view.kind.role == .panel else { return part(for: view) }
    var inner = self
    inner.isEnabled = isEnabled && view.isTrue("enabled")
    return isShown(view) ? ColumnPart(view, children: inner.inside(view)) : nil
  }

  private func look(_ view: View) -> ControlLook {
    ControlLook(
      symbols: symbols, isFocused: view === focus, isEnabled: isEnabled, isReadOnly: view.isTrue("read_only"))
  }

  private func control(_ view: View) -> LayoutPart {
    let look = look(view)
    let body: ControlBody =
      switch view.kind.role {
      case .toggle: .toggle(view, look)
      case .slider: .slider(view, look)
      case .stepper: .stepper(view, look)
      case .select: .choice(view, look)
      case .button: .button(view, look)
      case .progress: .progress(view, symbols)
      case .sparkline: .sparkline(view, symbols)
      default: .field(view, look)
      }
    return ControlPart(
      view, body, label: PlainText.clean(view.words("label")), remarks: remarks(on: view), isEnabled: isEnabled)
  }

  private func remarks(on view: View) -> [Remark] {
    let own = view.kind.isControl ? Remark.all(of: view, isEnabled: isEnabled, symbols) : []
    return own + (AsyncStatus(view, symbols).map { [Remark($0.text, $0.style)] } ?? [])
  }

  private func block(_ view: View) -> LayoutPart {
    let block: any Block =
      switch view.kind.role {
      case .textArea: TextAreaBlock(view, look(view))
      case .image: ImageBlock(view, symbols)
      case .chart: ChartBlock(view, symbols)
      case .list: ListBlock(view, look(view))
      case .table: TableBlock(view, look(view))
      default: LogBlock(view, symbols)
      }
    return BlockPart(view, block, label: PlainText.clean(view.words("label")), remarks: remarks(on: view))
  }
}
