import BindLua

/// Pages of the reference as a person reads them in a terminal.
struct ReferenceText {
  private static let widthInColumns = 98

  /// Everything there is, a line each.
  static func list(_ reference: Reference) -> String {
    var lines = ["bindhost doc NAME tells more of each.", ""]
    for module in reference.modules {
      lines.append("\(module.prefix)  (require \"\(module.module)\")")
      lines += rows(
        module.pages.map { (String($0.name.dropFirst(module.prefix.count + 1)), $0.definition.firstSentence) })
      lines.append("")
    }
    lines.append("constants")
    lines += rows(reference.constants.map { ($0.name, $0.sentence) }) + [""]
    for kind in reference.kinds {
      lines.append("\(kind.word): \(kind.summary)")
      var names = kind.cells.map(\.name)
      if !names.isEmpty { lines += wrapped((kind.isTable ? "fields: " : "cells: ") + names.joined(separator: " ")) }
      names = kind.methods.map { String($0.name.dropFirst(kind.word.count)) }
      if !names.isEmpty { lines += wrapped("methods: " + names.joined(separator: " ")) }
      lines.append("")
    }
    return text(lines.dropLast())
  }

  static func page(_ answer: Reference.Answer) -> String {
    var parts: [String] = []
    parts += answer.modules.map(module)
    parts += answer.constants.map { text(["\($0.name): \($0.type)", "", $0.sentence]) }
    parts += answer.kinds.map(kind)
    parts += answer.pages.map(page)
    return parts.joined(separator: "\n")
  }

  private static func page(_ page: Reference.Page) -> String {
    let definition = page.definition
    let results = definition.results.isEmpty ? "" : " -> " + definition.results.joined(separator: ", ")
    var lines = [page.name + definition.call + results, ""] + wrapped(definition.summary, indent: "")
    let typed = definition.parameters.filter { $0.type != "options" }
    if !typed.isEmpty { lines += ["", "arguments"] + rows(typed.map { ($0.name, $0.type) }) }
    if !definition.options.isEmpty {
      lines += ["", "options"]
      for option in definition.options {
        lines.append("  \(option.name): \(option.type)" + (option.defaultText.map { " = \($0)" } ?? ""))
        lines += wrapped(option.sentence, indent: "      ")
      }
    }
    if let first = definition.cells.first {
      lines += ["", "cells, reached by name, as in view \"\(first.name)\""]
      lines += rows(definition.cells.map { ("\($0.name): \($0.type)", $0.sentence) })
    }
    if !definition.example.isEmpty { lines += ["", "example"] + definition.example.map { "  " + $0 } }
    return text(lines)
  }

  private static func module(_ module: Reference.Module) -> String {
    text(
      ["\(module.prefix)  (require \"\(module.module)\")", ""]
        + rows(module.pages.map { ($0.name + $0.definition.call, $0.definition.firstSentence) }))
  }

  private static func kind(_ kind: Reference.Kind) -> String {
    var lines = [kind.word, ""] + wrapped(kind.summary, indent: "")
    if !kind.cells.isEmpty {
      lines += ["", kind.isTable ? "fields" : "cells, reached by name, as in \(kind.word) \"\(kind.cells[0].name)\""]
      lines += rows(kind.cells.map { ("\($0.name): \($0.type)", $0.sentence) })
    }
    if !kind.methods.isEmpty {
      lines += ["", "methods"]
      lines += rows(
        kind.methods.map {
          (String($0.name.dropFirst(kind.word.count)) + $0.definition.call, $0.definition.firstSentence)
        })
    }
    return text(lines)
  }

  // MARK: Lines

  static func rows(_ rows: [(String, String)]) -> [String] {
    let width = min(40, rows.map(\.0.count).max() ?? 0)
    return rows.flatMap { first, second -> [String] in
      let indent = String(repeating: " ", count: width + 4)
      let words = wrapped(second, indent: indent)
      guard first.count <= width, let line = words.first else { return ["  " + first] + words }
      let padding = String(repeating: " ", count: width - first.count + 2)
      return ["  " + first + padding + line.dropFirst(indent.count)] + words.dropFirst()
    }
  }

  static func wrapped(_ text: String, indent: String = "  ") -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent.count + line.count + word.count + 1 > widthInColumns {
        lines.append(indent + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [indent + line]
  }

  private static func text(_ lines: some Sequence<String>) -> String {
    lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
