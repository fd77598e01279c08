import BindCore

/// What stands below one another, a line each.
enum PlainRows {
  static func table(_ view: View) -> [String] {
    guard case .list(let rows)? = view.value("rows"), case .list(let columns)? = view.value("columns") else {
      return []
    }
    let names = columns.map(\.words)
    let lines = rows.map { said($0, names) }
    guard case .integer(let number)? = view.value("value") else { return lines }
    return lines.enumerated().map { Int64($0 + 1) == number ? $1 + ", chosen" : $1 }
  }

  private static func said(_ row: Value, _ names: [String]) -> String {
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

  static func list(_ view: View) -> [String] {
    let chosen = view.value("value") ?? .nil
    return view.choices.map { choice in
      PlainText.clean(choice.words) + (!chosen.isNil && choice.value == chosen ? ", chosen" : "")
    }
  }

  static func log(_ view: View) -> [String] {
    guard case .list(let lines)? = view.value("lines") else { return [] }
    return lines.map { PlainText.clean($0.words) }
  }
}
