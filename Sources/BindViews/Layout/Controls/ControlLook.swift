/// How a control stands, as its two ends show it: the focus is there, it cannot be used, or nobody can change it.
struct ControlLook {
  let symbols: Symbols
  var isFocused = false
  var isEnabled = true
  var isReadOnly = false

  /// What stands between its ends, in the style that suits.
  func text(_ style: CellStyle) -> CellStyle { isEnabled ? style : .muted }

  private var ends: (open: String, close: String) {
    if isReadOnly { return (" ", " ") }
    if !isEnabled { return (symbols.disabled, symbols.disabled) }
    return isFocused ? (symbols.focusOpen, symbols.focusClose) : (symbols.open, symbols.close)
  }

  /// With its ends around it.
  func bracketed(_ inner: StyledLine) -> StyledLine {
    let style = isFocused ? CellStyle.accent : .muted
    return StyledLine(ends.open, style) + inner + StyledLine(ends.close, style)
  }

  /// A title among others: only the one that the person is at has ends.
  func around(_ inner: StyledLine, _ isCurrent: Bool) -> StyledLine {
    if isCurrent, isFocused { return bracketed(inner) }
    return StyledLine(" ") + inner + StyledLine(" ")
  }
}
