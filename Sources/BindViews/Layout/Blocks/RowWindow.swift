/// Which of many rows are shown where there is no room for all: those around the one where the person is, and how many more
/// there are before and behind.
struct RowWindow {
  private let total: Int
  private let current: Int
  private let shown: Range<Int>

  /// - Parameter room: rows that there is room for.
  init(of total: Int, around current: Int, room: Int) {
    self.total = total
    self.current = current
    let count = min(total, max(room, 1))
    let first = min(max(current - count / 2, 0), total - count)
    shown = first..<first + count
  }

  func lines(_ line: (Int) -> StyledLine, more: (Int) -> StyledLine) -> [StyledLine] {
    var lines = shown.map(line)
    guard shown.count > 2 else { return lines }
    if shown.lowerBound > 0, current != shown.lowerBound { lines[0] = more(shown.lowerBound + 1) }
    if shown.upperBound < total, current != shown.upperBound - 1 {
      lines[lines.count - 1] = more(total - shown.upperBound + 1)
    }
    return lines
  }
}
