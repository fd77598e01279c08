import BindCore

/// What one view says by itself, in lines of plain text.
struct PlainLines {
  let lines: [String]
  private let name: String
  private let shape: Shape
  /// How a control stands that has rows, which cannot say so themselves; said when it changes.
  private var standing = Standing()

  private struct Standing {
    var remarks: [String] = []
    var line = ""
  }

  private enum Shape {
    /// Said when nothing inside says it already, and when it changes.
    case heading
    case text
    /// Lines that come and go one by one.
    case rows
    /// Lines that are added to.
    case log
  }

  init(_ view: View) {
    let ownName = Self.name(of: view)
    let lead = ownName.isEmpty ? "" : ownName + ": "
    switch view.kind.role {
    case .label: self.init(Self.said(PlainText.clean(view.words("text")), of: view, lead), name: ownName)
    case .textField, .textArea, .toggle, .slider, .stepper, .select, .button, .progress, .image, .chart:
      self.init([PlainControls.line(view)], name: ownName)
    case .sparkline:
      self.init(Self.said(PlainControls.course(view), of: view, lead), name: ownName)
    case .table, .list:
      let rows = view.kind.role == .table ? PlainRows.table(view) : PlainRows.list(view)
      self.init(rows.map { lead + $0 }, name: ownName, shape: .rows)
      standing = Standing(remarks: PlainControls.remarks(on: view), line: PlainControls.line(view))
    case .log: self.init(PlainRows.log(view).map { lead + $0 }, name: ownName, shape: .log)
    case .column, .row, .grid, .panel, .scroll, .when, .each:
      self.init(ownName.isEmpty ? [] : [ownName], name: "", shape: .heading)
    case .tabs: self.init([PlainControls.line(view)], name: "")
    case .dialog: self.init([(ownName.isEmpty ? "" : ownName + ", ") + "dialog"], name: "")
    case .async:
      let reason = PlainText.clean(view.words("reason"))
      if view.isTrue("skeleton") {
        self.init([lead + "(loading)"], name: "")
      } else {
        self.init(reason.isEmpty ? [] : [lead + "(out of date: \(reason))"], name: "", shape: .heading)
      }
    // They set others apart, which every line here is anyway.
    case .divider, .spacer: self.init([], name: "")
    }
  }

  private init(_ lines: [String], name: String, shape: Shape = .text) {
    self.lines = lines
    self.name = name
    self.shape = shape
  }

  /// Words with what is to be said of where they come from.
  private static func said(_ words: String, of view: View, _ lead: String) -> [String] {
    let trouble = view.trouble.isEmpty ? [] : ["(\(view.trouble))"]
    let all = (words.isEmpty ? [] : [words]) + trouble
    return all.isEmpty ? [] : [lead + all.joined(separator: " ")]
  }

  static func name(of view: View) -> String { PlainText.clean(view.accessibleName) }

  /// What to write when `before` was written last.
  func news(since before: PlainLines?) -> [String] {
    let news = newLines(since: before?.lines ?? [])
    return standing.remarks == before?.standing.remarks ?? [] ? news : news + [standing.line]
  }

  private func newLines(since before: [String]) -> [String] {
    if lines == before { return [] }
    let lead = name.isEmpty ? "" : name + ": "
    switch shape {
    case .heading: return lines
    case .text: return lines.isEmpty ? [lead + "(empty)"] : lines
    case .rows: return lines.isEmpty ? [lead + "(no rows)"] : rowNews(since: before, lead)
    case .log: return lines.isEmpty ? [lead + "(empty)"] : added(since: before)
    }
  }

  /// What stands behind the lines that were there.
  private func added(since before: [String]) -> [String] {
    // The oldest may have gone: the longest end of what was there that begins what is there.
    for start in before.indices where lines.starts(with: before[start...]) {
      return Array(lines.dropFirst(before.count - start))
    }
    return lines
  }

  /// The rows that were not there before; if there are fewer now, also by how many. Rows that only changed places are
  /// news too, else the reader would have another order in mind.
  private func rowNews(since before: [String], _ lead: String) -> [String] {
    var known: [String: Int] = [:]
    for line in before { known[line, default: 0] += 1 }
    var news: [String] = []
    for line in lines {
      if let count = known[line], count > 0 { known[line] = count - 1 } else { news.append(line) }
    }
    if news.isEmpty, lines.count == before.count {
      news = zip(lines, before).filter { $0 != $1 }.map(\.0)
    }
    let fewer = before.count - lines.count
    if fewer > 0 { news.append("\(lead)(\(fewer) \(fewer == 1 ? "row" : "rows") fewer)") }
    return news
  }
}

extension View {
  /// The first line that it says of itself.
  package var plainWords: String { PlainLines(self).lines.first ?? "" }
}
