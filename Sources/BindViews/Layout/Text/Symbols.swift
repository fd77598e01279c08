/// The signs that screens are drawn with, for terminals that show Unicode and for those that do not.
struct Symbols: Equatable {
  let ellipsis: String
  // How an asynchronous value stands.
  let loaded, loading, failed, stale, paused: String
  // Around a control; of one where the person is; of one that cannot be used.
  let open, close, focusOpen, focusClose, disabled: String
  let on, minus, plus, down: String
  let track, fill, knob: String
  /// How full a cell is, from empty to full.
  let levels: [String]
  let shadow, part, full: String
  /// Horizontal and vertical line, then the corners from the top left one in reading order.
  let box, heavyBox, dialogBox: [String]
  let axis, axisMark, axisCorner: String
  let underTitle, underTitles: String
  let bar, thumb, heldThumb: String
  let here, chosen, picture, help, skeleton: String
  let times: String

  static let unicode = Symbols(
    ellipsis: "…", loaded: "●", loading: "◌", failed: "✗", stale: "⚠", paused: "⏸", open: "[", close: "]",
    focusOpen: "▸", focusClose: "◂", disabled: "┊", on: "✓", minus: "−", plus: "+", down: "▾", track: "─", fill: "━",
    knob: "●", levels: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], shadow: "░", part: "▒", full: "█",
    box: ["─", "│", "┌", "┐", "└", "┘"], heavyBox: ["━", "┃", "┏", "┓", "┗", "┛"],
    dialogBox: ["═", "║", "╔", "╗", "╚", "╝"], axis: "│", axisMark: "┤", axisCorner: "└", underTitle: "━",
    underTitles: "─", bar: "│", thumb: "┃", heldThumb: "█", here: "▸", chosen: "●", picture: "▧", help: "?",
    skeleton: "░", times: "×")

  static let ascii = Symbols(
    ellipsis: "~", loaded: "*", loading: "o", failed: "x", stale: "!", paused: "=", open: "[", close: "]",
    focusOpen: ">", focusClose: "<", disabled: ":", on: "x", minus: "-", plus: "+", down: "v", track: "-", fill: "=",
    knob: "O", levels: [" ", ".", ".", ":", ":", "+", "+", "#", "#"], shadow: ".", part: "#", full: "#",
    box: ["-", "|", "+", "+", "+", "+"], heavyBox: ["=", "|", "#", "#", "#", "#"],
    dialogBox: ["=", "|", "*", "*", "*", "*"], axis: "|", axisMark: "+", axisCorner: "+", underTitle: "=",
    underTitles: "-", bar: "|", thumb: "#", heldThumb: "@", here: ">", chosen: "*", picture: "#", help: "?",
    skeleton: ".", times: "x")

  static func text(_ symbol: String, times count: Int) -> String {
    String(repeating: symbol, count: max(count, 0))
  }
}
