/// How a cell looks. A presenter without colours loses nothing by leaving tone and colour out: signs and words say it too.
package struct CellStyle: Equatable, Sendable {
  package struct Attributes: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
  }

  /// What a presenter chooses a colour by.
  package enum Tone: UInt8, Sendable {
    case normal
    /// Says how something stands, or belongs to the frame.
    case muted
    /// A person is there, or has chosen it.
    case accent
    case good
    case caution
    case alarm
  }

  package var attributes: Attributes = []
  package var tone = Tone.normal
  /// 0xRRGGBB, where a script asks for a colour of its own.
  package var color: UInt32?

  package static let plain = CellStyle()
  static let bold = CellStyle(attributes: .bold)
  static let muted = CellStyle(attributes: .dim, tone: .muted)
  static let accent = CellStyle(attributes: .bold, tone: .accent)
  static let caution = CellStyle(tone: .caution)
  static let alarm = CellStyle(attributes: .bold, tone: .alarm)

  /// What a word of the option `style` means; an unknown word changes nothing.
  static func named(_ word: String) -> CellStyle {
    switch word {
    case "alarm", "error": CellStyle(attributes: [.bold, .reverse], tone: .alarm)
    case "warning", "caution": CellStyle(attributes: .bold, tone: .caution)
    case "good", "success": CellStyle(tone: .good)
    case "title", "heading", "bold": .bold
    case "muted", "dim": .muted
    case "accent": .accent
    case "underline": CellStyle(attributes: .underline)
    default: .plain
    }
  }

  /// The colour in `#rgb` or `#rrggbb`; nil for anything else.
  static func color(_ text: String) -> UInt32? {
    guard text.first == "#", let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
    switch text.utf8.count {
    case 7: return number
    case 4:
      let parts = [number >> 8 & 0xF, number >> 4 & 0xF, number & 0xF]
      return parts.reduce(0) { $0 << 8 | $1 * 17 }
    default: return nil
    }
  }
}
