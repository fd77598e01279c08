import BindCore

/// A picture where there are no pictures: what it shows, in words; framed where the script asks for a size.
struct ImageBlock: Block {
  private let words: String
  private let isFramed: Bool
  private let symbols: Symbols

  init(_ view: View, _ symbols: Symbols) {
    self.symbols = symbols
    let alt = PlainText.clean(view.words("alt"))
    words = symbols.picture + " " + (alt.isEmpty ? PlainText.clean(view.words("source")) : alt)
    if case .integer(let height)? = view.value("height") { isFramed = height >= 3 } else { isFramed = false }
  }

  var width: Need {
    let wanted = Columns.width(of: words) + (isFramed ? 4 : 0)
    return Need(min(wanted, 12), wanted)
  }

  func height(at width: Int) -> Need { .exactly(TextFitting.wrap(words, to: width).count) }

  func lines(_ width: Int, _ height: Int) -> [StyledLine] {
    guard isFramed, width >= 8, height >= 3 else {
      return TextFitting.wrap(words, to: width).map { StyledLine($0, .plain) }
    }
    let box = symbols.box
    let text = TextFitting.wrap(words, to: width - 4).prefix(height - 2)
    let above = (height - 2 - text.count) / 2
    var lines = [StyledLine(box[2] + Symbols.text(box[0], times: width - 2) + box[3], .muted)]
    for row in 0..<height - 2 {
      let line = row >= above && row < above + text.count ? StyledLine(text[row - above], .plain) : StyledLine()
      let left = (width - 2 - line.width) / 2
      lines.append(
        StyledLine(box[1], .muted)
          + (StyledLine().padded(to: left) + line).padded(to: width - 2) + StyledLine(box[1], .muted))
    }
    lines.append(StyledLine(box[4] + Symbols.text(box[0], times: width - 2) + box[5], .muted))
    return lines
  }
}
