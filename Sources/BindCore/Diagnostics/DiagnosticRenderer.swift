/// Draws a diagnostic as text for a person:
///
/// ```
/// error[ui.unknown_option]: ui.slider: unknown option 'stpe' (did you mean 'step'?)
///   ┌─ settings.lua:22:60
/// 22│   ui.slider { label = "Volume", value = settings "volume", stpe = 0.05 },
///   │                                                            ^^^^
///   = options: value label min max step id visible width
///   stack: settings.lua:22 in main chunk
/// ```
///
/// A caret appears only where the column is known. Control characters are shown, never sent: an error that quotes
/// data must not be able to drive the reader's terminal.
package struct DiagnosticRenderer {
  package var usesColor: Bool
  /// Plain ASCII instead of box drawing and arrows, for terminals without UTF-8.
  package var usesASCII: Bool
  /// The text of a script by the name that positions carry; nil when it is not known.
  package var source: (_ script: String) -> String?

  package init(usesColor: Bool = false, usesASCII: Bool = false, source: @escaping (_ script: String) -> String?) {
    self.usesColor = usesColor
    self.usesASCII = usesASCII
    self.source = source
  }

  /// The whole text, each line ended by a newline.
  package func render(_ diagnostic: Diagnostic) -> String {
    let gutter = max(2, diagnostic.position.map { String($0.line).count } ?? 0)
    let indent = String(repeating: " ", count: gutter)
    var lines = [head(of: diagnostic)]
    if let position = diagnostic.position { lines += excerpt(at: position, of: diagnostic.subject, indent: indent) }
    for note in diagnostic.notes { lines += hanging("\(indent)= ", text(note)) }
    var cause = diagnostic.cause
    while let inner = cause {
      lines += hanging("\(indent)= ", text("caused by  \(inner.description)"))
      for note in inner.notes { lines += hanging("\(indent)  = ", text(note)) }
      cause = inner.cause
    }
    lines += stack(of: diagnostic, indent: indent)
    return lines.map { $0 + "\n" }.joined()
  }

  private func head(of diagnostic: Diagnostic) -> String {
    let label = "\(diagnostic.severity.rawValue)[\(diagnostic.id)]"
    let color = diagnostic.severity == .error ? Color.red : Color.yellow
    let sentence = hanging("", text(diagnostic.sentence)).joined(separator: "\n  ")
    return paint(label, color) + paint(": \(sentence)", Color.bold)
  }

  /// The place, the line, and below it the caret.
  private func excerpt(at known: SourcePosition, of subject: String?, indent: String) -> [String] {
    let code = source(known.script).flatMap { SourceLine(known.line, of: $0) }
    var position = known
    if position.column == nil, let subject { position.column = code?.column(of: subject) }
    let corner = paint(usesASCII ? "--" : "┌─", Color.blue)
    let bar = paint(usesASCII ? "|" : "│", Color.blue)
    var lines = ["\(indent)\(corner) \(text(position.description))"]
    guard let code else { return lines }
    let digits = String(position.line)
    let number = String(repeating: " ", count: indent.count - digits.count) + digits
    let shown = code.window(around: position.column)
    lines.append("\(paint(number, Color.blue))\(bar) \(text(shown.text))")
    if let caret = shown.caret {
      lines.append("\(indent)\(bar) \(caret.padding)\(paint(caret.marks, Color.red))")
    }
    return lines
  }

  private func stack(of diagnostic: Diagnostic, indent: String) -> [String] {
    guard let traceback = diagnostic.traceback else { return [] }
    let frames = StackFrames(traceback).frames.map(text)
    return hanging("\(indent)stack: ", frames.joined(separator: "\n"))
  }

  /// The first line behind `lead`, the others below it.
  private func hanging(_ lead: String, _ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let below = String(repeating: " ", count: lead.count)
    return text.split(separator: "\n", omittingEmptySubsequences: true).enumerated().map { index, line in
      (index == 0 ? lead : below) + line
    }
  }

  /// Control characters become visible, and without UTF-8 the signs that have an ASCII likeness are replaced.
  private func text(_ raw: String) -> String {
    var shown = ""
    for scalar in raw.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x09: shown.unicodeScalars.append(scalar)
      case 0x00..<0x20, 0x7F..<0xA0: shown += "\\x" + hexadecimal(scalar.value)
      case 0x202A...0x202E, 0x2066...0x2069: shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: shown += usesASCII ? ascii(scalar) : String(Character(scalar))
      }
    }
    return shown
  }

  private func hexadecimal(_ byte: UInt32) -> String {
    let digits = String(byte, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }

  private func ascii(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "→": "->"
    case "←": "<-"
    case "↔": "<->"
    case "…": "..."
    default: scalar.isASCII ? String(Character(scalar)) : "?"
    }
  }

  private enum Color {
    static let red = "1;31"
    static let yellow = "1;33"
    static let blue = "34"
    static let bold = "1"
  }

  private func paint(_ text: String, _ color: String) -> String {
    usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}
