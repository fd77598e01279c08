import BindCore

/// Things below one another, the chosen one marked. Where there is no room for all, the chosen one is among those shown.
struct ListBlock: Block {
  private let items: [String]
  private let chosen: Int?
  /// Where the person is.
  private let current: Int
  private let look: ControlLook

  init(_ view: View, _ look: ControlLook) { self.init(view, look, current: nil) }

  /// The choices of a control whose list is open.
  init(menuOf view: View, _ look: ControlLook) { self.init(view, look, current: view.menuPlace) }

  private init(_ view: View, _ look: ControlLook, current: Int?) {
    self.look = look
    let choices = view.choices
    let value = view.value("value") ?? .nil
    items = choices.map { PlainText.clean($0.words) }
    chosen = value.isNil ? nil : choices.firstIndex { $0.value == value }
    self.current = current ?? chosen ?? 0
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
    return RowWindow(of: items.count, around: current, room: height).lines { index in
      var line = StyledLine(index == current && look.isFocused ? symbols.here : " ", .accent)
      line.append(index == chosen ? symbols.chosen : " ", .accent)
      line.append(" ")
      line.append(
        TextFitting.cut(items[index], to: max(width - Self.marks, 0), symbols),
        look.text(index == chosen ? .bold : .plain))
      return line
    } more: { count in
      StyledLine("   \(symbols.ellipsis) \(count) more", .muted)
    }
  }
}
