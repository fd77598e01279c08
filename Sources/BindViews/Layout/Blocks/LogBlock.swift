import BindCore

/// The newest lines of a log.
struct LogBlock: Block {
  private let entries: [String]
  private let symbols: Symbols
  private static let wantedHeight = 10

  init(_ view: View, _ symbols: Symbols) {
    self.symbols = symbols
    // Each takes a line at least: the ones before would not be seen on the largest screen.
    let given: [Value] = if case .list(let list)? = view.value("lines") { list } else { [] }
    entries = given.suffix(CellGrid.longestSide).map { PlainText.clean($0.words) }
  }

  var width: Need {
    Need(12, entries.map { Columns.width(of: $0) }.max() ?? 10, grows: true)
  }

  func height(at width: Int) -> Need {
    let count = max(wrapped(width).count, 1)
    return Need(min(count, 3), min(count, Self.wantedHeight))
  }

  private func wrapped(_ width: Int) -> [StyledLine] {
    entries.flatMap { entry in
      TextFitting.wrap(entry, to: width).map { StyledLine($0, .plain) }
    }
  }

  func lines(_ width: Int, _ height: Int) -> [StyledLine] {
    if entries.isEmpty { return [StyledLine(TextFitting.cut("(empty)", to: width, symbols), .muted)] }
    return wrapped(width).suffix(height)
  }
}
