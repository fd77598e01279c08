import BindCore

// Fields, choices and buttons.

extension ControlBody {
  private static let fieldWidth = 34

  /// A line that a person edits. Of a text that is too long the end is cut, or what is away from the cursor.
  static func field(_ view: View, _ look: ControlLook) -> ControlBody {
    let text = Columns.glyphs(of: PlainText.clean(view.shownText))
    let hint = PlainText.clean(view.words("hint"))
    let wanted = view.value("width") == .nil ? fieldWidth : CellGrid.longestSide
    let place = caretColumn(of: view)
    let isFocused = look.isFocused && !look.isReadOnly
    return ControlBody(
      least: 8, wanted: wanted,
      caret: isFocused ? { width in 1 + min(place, max(width - 3, 0)) } : nil
    ) { width in
      let room = max(width - 2, 0)
      var inner: StyledLine
      if text.isEmpty {
        inner = StyledLine(TextFitting.cut(hint, to: room, look.symbols), .muted)
      } else if isFocused {
        inner = StyledLine(window(text, room, caret: place), look.text(.plain))
      } else {
        inner = StyledLine(TextFitting.cut(text, to: room, look.symbols), look.text(.plain))
      }
      if !look.isReadOnly { inner = inner.padded(to: room) }
      return look.bracketed(inner)
    }
  }

  /// Columns before the cursor.
  private static func caretColumn(of view: View) -> Int {
    let text = view.shownText
    return Columns.width(of: PlainText.clean(String(text.prefix(view.caret))))
  }

  /// The part that ends at the cursor, if all does not fit.
  private static func window(_ glyphs: [Glyph], _ room: Int, caret: Int) -> [Glyph] {
    var skipped = 0
    var column = 0
    while skipped < glyphs.count, caret - column > max(room - 1, 0) {
      column += glyphs[skipped].width
      skipped += 1
    }
    var used = 0
    return Array(
      glyphs[skipped...].prefix { glyph in
        used += glyph.width
        return used <= room
      })
  }

  static func choice(_ view: View, _ look: ControlLook) -> ControlBody {
    let value = view.value("value") ?? .nil
    let choices = view.choices
    let chosen = choices.first { $0.value == value }?.words ?? (value.isNil ? "" : value.words)
    let words = PlainText.clean(chosen)
    let nothing = "nothing chosen"
    let widest = choices.map { Columns.width(of: PlainText.clean($0.words)) }.max() ?? 0
    let wanted = min(max(widest, Columns.width(of: words.isEmpty ? nothing : words)), 40) + 4
    return ControlBody(least: min(wanted, 8), wanted: wanted) { width in
      let room = max(width - 4, 0)
      var inner = StyledLine(
        TextFitting.cut(words.isEmpty ? nothing : words, to: room, look.symbols),
        words.isEmpty ? .muted : look.text(.plain))
      if look.isReadOnly { return look.bracketed(inner) }
      inner = inner.padded(to: room)
      inner.append(" " + look.symbols.down, .muted)
      return look.bracketed(inner)
    }
  }

  static func button(_ view: View, _ look: ControlLook) -> ControlBody {
    let title = PlainText.clean(view.words("title"))
    let wanted = Columns.width(of: title) + 4
    return ControlBody(least: min(wanted, 12), wanted: wanted) { width in
      var inner = StyledLine(" ")
      inner.append(TextFitting.cut(title, to: max(width - 4, 1), look.symbols), look.text(.bold))
      inner.append(" ")
      return look.bracketed(inner)
    }
  }

  static func toggle(_ view: View, _ look: ControlLook) -> ControlBody {
    let isOn = view.isTrue("value")
    let mark = look.bracketed(StyledLine(isOn ? look.symbols.on : " ", look.text(.accent)))
    return ControlBody(mark + StyledLine(isOn ? " on" : " off", look.text(.plain)), least: 3)
  }
}
