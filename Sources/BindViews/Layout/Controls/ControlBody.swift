/// What a person changes, without its name and without what is remarked on it: one line.
struct ControlBody {
  /// Columns.
  let least: Int
  let wanted: Int
  /// The line for a width from `least` on, never wider than it.
  let line: (Int) -> StyledLine
  /// Where the cursor stands in the line of that width; nil where nothing is edited.
  var caret: ((Int) -> Int)?

  init(least: Int, wanted: Int, caret: ((Int) -> Int)? = nil, line: @escaping (Int) -> StyledLine) {
    self.least = least
    self.wanted = max(least, wanted)
    self.line = line
    self.caret = caret
  }

  /// Always the same line.
  init(_ line: StyledLine, least: Int) { self.init(least: min(least, line.width), wanted: line.width) { _ in line } }
}
