import BindCore

/// The course of a number as columns over an axis, with the ends of the scale and the newest number.
struct ChartBlock: Block {
  private let numbers: [Double]
  private let low: Double
  private let high: Double
  private let symbols: Symbols

  init(_ view: View, _ symbols: Symbols) {
    self.symbols = symbols
    numbers = Figure.numbers(of: view)
    let measured = numbers.filter(\.isFinite)
    let least = view.value("min")?.asNumber ?? min(measured.min() ?? 0, 0)
    let most = view.value("max")?.asNumber ?? measured.max() ?? 1
    low = least.isFinite ? least : 0
    high = most.isFinite && most > low ? most : low + 1
  }

  private static let widestBar = 3

  private var scale: [String] { [Figure.short(high), Figure.short(low)] }
  private var scaleWidth: Int { scale.map { Columns.width(of: $0) }.max() ?? 0 }

  var width: Need { Need(scaleWidth + 8, scaleWidth + 2 + max(numbers.count, 20), grows: true) }
  func height(at width: Int) -> Need { numbers.isEmpty ? .exactly(1) : Need(4, 8) }

  func lines(_ width: Int, _ height: Int) -> [StyledLine] {
    if numbers.isEmpty { return [StyledLine(TextFitting.cut("no values", to: width, symbols), .muted)] }
    let room = width - scaleWidth - 2
    let rows = height - 1
    guard room > 0, rows > 0 else {
      return [StyledLine(TextFitting.cut(Figure.short(numbers.last ?? 0), to: width, symbols), .plain)]
    }
    let barWidth = min(max(room / numbers.count, 1), Self.widestBar)
    let bars = numbers.suffix(room / barWidth).map { number in
      number.isFinite ? Int((Figure.share(number, low, high) * Double(rows * 8)).rounded()) : 0
    }
    var lines = (0..<rows).map { row in
      let base = (rows - 1 - row) * 8
      var line = heading(row == 0 ? scale[0] : row == rows - 1 ? scale[1] : nil)
      line.append(
        bars.map { bar in
          let level = min(max(bar - base, 0), 8) * (symbols.levels.count - 1) / 8
          return Symbols.text(symbols.levels[level], times: barWidth)
        }.joined(), .accent)
      return line
    }
    var foot = StyledLine().padded(to: scaleWidth + 1)
    foot.append(symbols.axisCorner, .muted)
    let newest = " \(Figure.short(numbers.last ?? 0))"
    let axis = bars.count * barWidth
    foot.append(Symbols.text(symbols.box[0], times: axis), .muted)
    if foot.width + Columns.width(of: newest) <= width { foot.append(newest) }
    lines.append(foot)
    return lines
  }

  /// An end of the scale, right-aligned before the axis.
  private func heading(_ words: String?) -> StyledLine {
    var line = StyledLine()
    line.append(blanks: scaleWidth - (words.map { Columns.width(of: $0) } ?? 0))
    if let words { line.append(words, .muted) }
    line.append(" " + (words == nil ? symbols.axis : symbols.axisMark), .muted)
    return line
  }
}
