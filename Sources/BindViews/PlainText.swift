import BindCore

/// Text from scripts and from the outside, made fit to stand in one line of a log or a terminal.
enum PlainText {
  /// Line ends and tabs become one space; other control characters (C0, C1, so every terminal escape) become `·`;
  /// direction overrides and other invisible format characters go. Joiners stay: scripts and emoji need them.
  static func clean(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var cleaned = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": cleaned.append(" ")
      case "\u{200C}", "\u{200D}": cleaned.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        case .control: cleaned.append("·")
        case .format: break
        default: cleaned.append(scalar)
        }
      }
    }
    return String(cleaned)
  }

  /// 3, not 3.0: whether a number came as an integer means nothing to who reads it.
  static func short(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? Value.text(of: number)
  }
}
