import BindCore

/// Things below one another, the chosen one marked. Where there is no room for all, the chosen one is among those shown.
struct ListBlock: Block {
  private let items: [String]
  private let chosen: Int?
  private let look: ControlLook

  init(_ view: View, _ look: ControlLook) {
    self.look = look
    let choices = view.choices
    let value = view.value("value") ?? .nil
    items = choices.map { PlainText.clean($0.words) }
    chosen = value.isNil ? nil : choices.firstIndex { $0.value == value }
  }

  /// Where the person is, whether it is chosen, a blank.
  private static let marks = 3

  var width: Need {
    let widest = items.map { Columns.width(of: $0) }.max() ?? 9
    return Need(min(widest + Self.marks, 10), widest + Self.marks)
  }

  func height(at width: Int) -> Need {
    let count = max(items.count, 1)
    return Need(min(count, 3), count)
  }

  func lines(_ width: Int, _ height: Int) -> [StyledLine] {
    let symbols = look.symbols
    if items.isEmpty { return [StyledLine(TextFitting.cut(" (nothing)", to: width, symbols), .muted)] }
    let current = chosen ?? 0
    let count = min(items.count, max(height, 1))
    let first = min(max(current - count / 2, 0), items.count - count)
    var lines = (first..<first + count).map { index in
      var line = StyledLine(index == current && look.isFocused ? symbols.here : " ", .accent)
      line.append(index == chosen ? symbols.chosen : " ", .accent)
      line.append(" ")
      line.append(
        TextFitting.cut(items[index], to: max(width - Self.marks, 0), symbols),
        look.text(index == chosen ? .bold : .plain))
      return line
    }
    func more(_ count: Int) -> StyledLine { StyledLine("   \(symbols.ellipsis) \(count) more", .muted) }
    if first > 0, count > 2, current != first { lines[0] = more(first + 1) }
    if first + count < items.count, count > 2, current != first + count - 1 {
      lines[count - 1] = more(items.count - first - count + 1)
    }
    return lines
  }
}
