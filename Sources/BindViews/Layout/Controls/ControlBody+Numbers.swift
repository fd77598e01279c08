import BindCore

// Numbers, as bars and curves.

extension ControlBody {
  private static let barWidth = 24

  static func slider(_ view: View, _ look: ControlLook) -> ControlBody {
    let number = view.value("value")?.asNumber ?? 0
    let low = view.value("min")?.asNumber ?? 0
    let high = view.value("max")?.asNumber ?? 1
    let words = Figure.short(number)
    // What is beside the bar keeps its place while the number grows.
    let beside = max(words.utf8.count, Figure.short(low).utf8.count, Figure.short(high).utf8.count, 4) + 1
    let symbols = look.symbols
    return ControlBody(
      least: 6 + beside, wanted: view.value("width") == .nil ? barWidth + 2 + beside : CellGrid.longestSide
    ) { width in
      let room = max(width - 2 - beside, 1)
      let place = Int((Figure.share(number, low, high) * Double(room - 1)).rounded())
      var bar = StyledLine()
      bar.append(Symbols.text(symbols.fill, times: place), look.text(.accent))
      bar.append(symbols.knob, look.text(.bold))
      bar.append(Symbols.text(symbols.track, times: room - 1 - place), .muted)
      return look.bracketed(bar) + StyledLine(" " + words, look.text(.plain))
    }
  }

  static func stepper(_ view: View, _ look: ControlLook) -> ControlBody {
    let words = Figure.short(view.value("value")?.asNumber ?? 0)
    if look.isReadOnly { return ControlBody(look.bracketed(StyledLine(words)), least: 3) }
    var inner = StyledLine(look.symbols.minus + " ", .muted)
    inner.append(words, look.text(.plain))
    inner.append(" " + look.symbols.plus, .muted)
    return ControlBody(look.bracketed(inner), least: 6)
  }

  static func progress(_ view: View, _ symbols: Symbols) -> ControlBody {
    let words = PlainControls.standing(view)
    let beside = max(Columns.width(of: words), 5) + 1
    let share = PlainControls.share(of: view)
    return ControlBody(
      least: min(4 + beside, 12), wanted: view.value("width") == .nil ? barWidth + beside : CellGrid.longestSide
    ) { width in
      let room = max(width - beside, 1)
      var bar = StyledLine()
      let eighths = Int(((share ?? 0) * Double(room * 8)).rounded())
      bar.append(Symbols.text(symbols.full, times: eighths / 8), .accent)
      bar.append(Symbols.text(symbols.shadow, times: room - eighths / 8), .muted)
      return bar + StyledLine(TextFitting.cut(" " + words, to: max(width - room, 0), symbols), .plain)
    }
  }

  static func sparkline(_ view: View, _ symbols: Symbols) -> ControlBody {
    let numbers = Figure.numbers(of: view)
    let words = numbers.isEmpty ? "no values" : PlainControls.extent(view)
    let beside = Columns.width(of: words) + (numbers.isEmpty ? 0 : 1)
    return ControlBody(least: min(8 + beside, 16), wanted: numbers.count + beside) { width in
      let room = width - beside
      guard room > 0, !numbers.isEmpty else {
        return StyledLine(TextFitting.cut(words, to: width, symbols), numbers.isEmpty ? .muted : .plain)
      }
      let part = Array(numbers.suffix(room))
      let measured = numbers.filter(\.isFinite)
      let (low, high) = (measured.min() ?? 0, measured.max() ?? 0)
      var line = StyledLine()
      line.append(
        part.map { number in
          if !number.isFinite { return symbols.levels[0] }
          let share = low == high ? 0.5 : Figure.share(number, low, high)
          return symbols.levels[1 + Int((share * Double(symbols.levels.count - 2)).rounded())]
        }.joined(), .accent)
      line.append(" " + words)
      return line
    }
  }
}
