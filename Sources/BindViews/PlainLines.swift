import BindCore

/// What one view says by itself, in lines of plain text.
struct PlainLines {
  let lines: [String]
  private let name: String
  private let shape: Shape

  private enum Shape {
    /// Said when nothing inside says it already, and when it changes.
    case heading
    case text
    /// Lines that come and go one by one.
    case rows
  }

  init(_ view: View) {
    let ownName = Self.name(of: view)
    let lead = ownName.isEmpty ? "" : ownName + ": "
    switch view.kind.role {
    case .label:
      let text = PlainText.clean(view.words("text"))
      self.init(text.isEmpty ? [] : [lead + text], name: ownName)
    case .sparkline:
      let course = Self.course(view.value("values"))
      self.init(course.isEmpty ? [] : [lead + course], name: ownName)
    case .table: self.init(Self.rows(of: view).map { lead + $0 }, name: ownName, shape: .rows)
    case .column, .row, .panel: self.init(ownName.isEmpty ? [] : [ownName], name: "", shape: .heading)
    // They set others apart, which every line here is anyway.
    case .divider, .spacer: self.init([], name: "")
    }
  }

  private init(_ lines: [String], name: String, shape: Shape = .text) {
    self.lines = lines
    self.name = name
    self.shape = shape
  }

  /// The name it is read out with, or its title.
  static func name(of view: View) -> String {
    let name = PlainText.clean(view.words("a11y"))
    return name.isEmpty ? PlainText.clean(view.words("title")) : name
  }

  /// What to write when `before` was written last.
  func news(since before: [String]) -> [String] {
    if lines == before { return [] }
    let lead = name.isEmpty ? "" : name + ": "
    switch shape {
    case .heading: return lines
    case .text: return lines.isEmpty ? [lead + "(empty)"] : lines
    case .rows: return lines.isEmpty ? [lead + "(no rows)"] : rowNews(since: before, lead)
    }
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

  // MARK: Rows and courses

  private static func rows(of view: View) -> [String] {
    guard case .list(let rows)? = view.value("rows"), case .list(let columns)? = view.value("columns") else {
      return []
    }
    let names = columns.map(\.words)
    return rows.map { row in
      let fields: [(name: String, value: Value)]
      switch row {
      case .record(let record) where names.isEmpty: fields = record.fields.map { ($0.name.text, $0.value) }
      case .record(let record): fields = names.map { ($0, record[ByteString($0)] ?? .nil) }
      case .list(let values) where !names.isEmpty: fields = zip(names, values).map { ($0, $1) }
      default: return PlainText.clean(row.words)
      }
      let said = fields.filter { !$0.value.isNil }
        .map { "\(PlainText.clean($0.name)): \(PlainText.clean($0.value.words))" }
      return said.isEmpty ? "(empty)" : said.joined(separator: ", ")
    }
  }

  /// `0.52 (60 values, 0.1 to 1.2)`.
  private static func course(_ value: Value?) -> String {
    guard case .list(let elements)? = value else { return "" }
    let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard let last = numbers.last else { return "" }
    let measured = numbers.filter { !$0.isNaN }
    guard numbers.count > 1, let low = measured.min(), let high = measured.max() else { return short(last) }
    return "\(short(last)) (\(numbers.count) values, \(short(low)) to \(short(high)))"
  }

  /// 3, not 3.0: whether a number came as an integer means nothing in a picture.
  private static func short(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? Value.text(of: number)
  }
}
