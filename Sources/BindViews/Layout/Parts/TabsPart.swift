/// The names of all tabs above the one that is shown.
final class TabsPart: LayoutPart {
  private let label: String
  private let titles: [String]
  private let selected: Int
  private let look: ControlLook

  init(_ view: View, titles: [String], selected: Int, look: ControlLook, content: LayoutPart?) {
    label = PlainText.clean(view.words("label"))
    self.titles = titles
    self.selected = selected
    self.look = look
    super.init(view, children: content.map { [$0] } ?? [])
  }

  private var barWidth: Int { titles.reduce(0) { $0 + Columns.width(of: $1) + 3 } }

  private func labelLines(at room: Int) -> [StyledLine] {
    label.isEmpty ? [] : TextFitting.wrap(label, to: room).map { StyledLine($0, .bold) }
  }

  override func measureWidth() -> Need {
    let content = Need.largest(children.map(\.width))
    return Need(max(content.least, 8), max(content.wanted, barWidth), grows: true)
  }

  override func measureHeight(at room: Int) -> Need {
    .sum([.exactly(labelLines(at: room).count + 2)] + children.map { $0.height(at: room) })
  }

  override func arrange() {
    let above = labelLines(at: frame.width).count + 2
    for child in children {
      child.place(
        in: Rect(column: frame.column, row: frame.row + above, width: frame.width, height: frame.height - above))
    }
  }

  override func paint(_ canvas: inout Canvas) {
    var row = frame.row
    for line in labelLines(at: frame.width) {
      canvas.put(line, column: frame.column, row: row)
      row += 1
    }
    var names = StyledLine()
    var rule = StyledLine()
    for (index, title) in bar(canvas.symbols).enumerated() {
      let isSelected = title.index == selected
      let name = look.around(StyledLine(title.words, isSelected ? look.text(.bold) : look.text(.muted)), isSelected)
      if index > 0 {
        names.append(blanks: 1)
        rule.append(canvas.symbols.underTitles, .muted)
      }
      names.append(name)
      rule.append(
        Symbols.text(isSelected ? canvas.symbols.underTitle : canvas.symbols.underTitles, times: name.width),
        isSelected ? .accent : .muted)
    }
    rule.append(Symbols.text(canvas.symbols.underTitles, times: frame.width - rule.width), .muted)
    canvas.put(names, column: frame.column, row: row)
    canvas.put(rule, column: frame.column, row: row + 1)
    super.paint(&canvas)
  }

  /// All titles, or the one that is shown with its number where there is no room for all.
  private func bar(_ symbols: Symbols) -> [(words: [Glyph], index: Int)] {
    if barWidth - 1 <= frame.width {
      return titles.enumerated().map { (Columns.glyphs(of: $1), $0) }
    }
    guard titles.indices.contains(selected) else { return [] }
    let count = " \(selected + 1)/\(titles.count)"
    let words = TextFitting.cut(titles[selected], to: max(frame.width - count.utf8.count - 2, 0), symbols)
    return [(words + Columns.glyphs(of: count), selected)]
  }
}
