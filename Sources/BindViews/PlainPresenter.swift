import BindCore

/// Draws a stage as plain lines: the whole tree when it is shown, afterwards one line for each visible change.
///
/// Reads well in a log, in a pipe and in a screen reader: a line stands for itself, with the title of the panel around it
/// in front. Text cannot carry terminal escapes: control characters are shown as `·`.
package final class PlainPresenter {
  private let stage: Stage
  private let write: (String) -> Void
  /// What was last written for each visible view.
  private var written: [ObjectIdentifier: [String]] = [:]

  /// - Parameter write: gets each line, without its end.
  package init(_ stage: Stage, write: @escaping (String) -> Void) {
    self.stage = stage
    self.write = write
  }

  /// Once a turn, after everything has settled.
  package func draw() {
    switch stage.look() {
    case .nothing: break
    case .newTree:
      written.removeAll()
      if !stage.title.isEmpty { write("== " + Self.clean(stage.title) + " ==") }
      stage.root?.flattened.forEach(draw)
    case .changes(let views):
      // A view that appears brings what is inside it along.
      var isDrawn: Set<ObjectIdentifier> = []
      for view in views {
        for part in view.flattened where isDrawn.insert(ObjectIdentifier(part)).inserted { draw(part) }
      }
    }
  }

  /// Everything once more, as it stands: the end of `run --once` in a log that has scrolled.
  package func drawAll() {
    written.removeAll()
    stage.root?.flattened.forEach(draw)
  }

  private func draw(_ view: View) {
    let id = ObjectIdentifier(view)
    guard view.isVisible else {
      written[id] = nil
      return
    }
    let lines = Self.lines(of: view)
    let before = written[id] ?? []
    written[id] = lines
    let prefix = Self.prefix(of: view)
    for (index, line) in lines.enumerated() where index >= before.count || before[index] != line {
      write(prefix + line)
    }
    if lines.count < before.count { write("\(prefix)(\(before.count - lines.count) fewer rows)") }
  }

  /// What a view says by itself; containers say nothing.
  private static func lines(of view: View) -> [String] {
    switch view.kind.name {
    case "label": [clean(view.value("text"))]
    case "table": rows(of: view)
    default: []
    }
  }

  private static func rows(of view: View) -> [String] {
    guard case .list(let rows) = view.value("rows"), case .list(let columns) = view.value("columns") else { return [] }
    return rows.map { row in
      guard case .record(let fields) = row else { return clean(row) }
      let names =
        columns.isEmpty
        ? fields.fields.map(\.name) : columns.compactMap { if case .string(let name) = $0 { name } else { nil } }
      return names.map { "\(clean($0.text)): \(clean(fields[$0] ?? .nil))" }.joined(separator: ", ")
    }
  }

  /// The title of the nearest panel around it.
  private static func prefix(of view: View) -> String {
    var outer = view.parent
    while let panel = outer {
      if case .string(let title) = panel.value("title"), !title.isEmpty { return clean(title.text) + ": " }
      outer = panel.parent
    }
    return ""
  }

  private static func clean(_ value: Value) -> String {
    if case .string(let text) = value.shown { clean(text.text) } else { "" }
  }

  /// Control characters, line ends and direction overrides cannot leave their place.
  static func clean(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: cleaned.append("·")
      case .format where scalar.value != 0x200D && scalar.value != 0xFE0F: continue
      default: cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }
}
