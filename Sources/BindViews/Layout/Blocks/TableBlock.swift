import BindCore

/// A table with its names above it; where it is too narrow for columns, a paragraph for each row.
struct TableBlock: Block {
  private let names: [String]
  /// Each as long as `names`.
  private let rows: [[String]]
  private let isNumeric: [Bool]
  private let wanted: [Int]
  private let look: ControlLook
  /// The row where the person is, counted from 0.
  private let chosen: Int?
  private var symbols: Symbols { look.symbols }

  init(_ view: View, _ look: ControlLook) {
    self.look = look
    let given: [Value] = if case .list(let list)? = view.value("columns") { list } else { [] }
    let records: [Value] = if case .list(let list)? = view.value("rows") { list } else { [] }
    let keys = given.isEmpty ? Self.keys(of: records) : given.map(\.words)
    let isBare = keys.isEmpty && !records.isEmpty
    let names = isBare ? [""] : keys.map { PlainText.clean($0) }
    let rows = records.map { record in
      isBare ? [PlainText.clean(record.words)] : Self.fields(of: record, keys).map { PlainText.clean($0) }
    }
    self.names = names
    self.rows = rows
    if case .integer(let number)? = view.value("value"), number >= 1, number <= Int64(rows.count) {
      chosen = Int(number) - 1
    } else {
      chosen = nil
    }
    wanted = names.indices.map { column in
      ([names[column]] + rows.map { $0[column] }).map { Columns.width(of: $0) }.max() ?? 0
    }
    isNumeric = names.indices.map { column in
      !records.isEmpty && rows.allSatisfy { Self.looksLikeNumber($0[column]) }
    }
  }

  private static func keys(of records: [Value]) -> [String] {
    var keys: [String] = []
    var known: Set<String> = []
    for case .record(let record) in records {
      for field in record.fields where known.insert(field.name.text).inserted { keys.append(field.name.text) }
    }
    return keys
  }

  private static func fields(of record: Value, _ keys: [String]) -> [String] {
    switch record {
    case .record(let fields):
      return keys.map { key in fields[ByteString(key)].map { $0.isNil ? "" : $0.words } ?? "" }
    case .list(let values): return keys.indices.map { $0 < values.count && !values[$0].isNil ? values[$0].words : "" }
    default: return keys.indices.map { $0 == 0 ? record.words : "" }
    }
  }

  /// 3, -0.5, 45%, 12 kB: right-aligned, so that digits stand below digits.
  private static func looksLikeNumber(_ text: String) -> Bool {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    return digits.first?.isNumber ?? true
  }

  private static let gap = 2
  /// A blank and the sign at the end of the row where the person is.
  private static let mark = 2
  /// A person can go through its rows, or has.
  private var isMarked: Bool { !rows.isEmpty && (look.isFocused || chosen != nil) }
  private static let leastColumn = 4

  private var gaps: Int { Self.gap * max(names.count - 1, 0) }
  private var least: Int { wanted.reduce(gaps) { $0 + min($1, Self.leastColumn) } }

  var width: Need {
    rows.isEmpty && names.isEmpty ? .exactly(9) : Need(min(least, 12), wanted.reduce(gaps, +))
  }

  private func isTabular(_ width: Int) -> Bool { least <= width }

  func height(at width: Int) -> Need {
    let head = names.allSatisfy(\.isEmpty) ? 0 : 2
    if rows.isEmpty { return .exactly(names.isEmpty ? 1 : head + 1) }
    if !isTabular(width) {
      let count = paragraphs(width).count
      return Need(min(count, 3), count)
    }
    return Need(head + min(rows.count, 3), head + rows.count)
  }

  func lines(_ width: Int, _ height: Int) -> [StyledLine] {
    let width = isMarked ? max(width - Self.mark, 1) : width
    let isEmpty = StyledLine(TextFitting.cut("(no rows)", to: width, symbols), .muted)
    if names.isEmpty { return [isEmpty] }
    guard isTabular(width) else { return rows.isEmpty ? [isEmpty] : shown(paragraphs(width), height) }
    let widths = Need.divide(width - gaps, among: wanted.map { Need(min($0, Self.leastColumn), $0) })
    var head: [StyledLine] = []
    if !names.allSatisfy(\.isEmpty) {
      head.append(line(names, widths, CellStyle.bold))
      head.append(StyledLine(Symbols.text(symbols.box[0], times: min(width, widths.reduce(gaps, +))), .muted))
    }
    if rows.isEmpty { return head + [isEmpty] }
    let lines = rows.enumerated().map { index, row in
      (line: marked(line(row, widths, index == chosen ? .bold : .plain), index), row: index)
    }
    return head + shown(lines, height - head.count)
  }

  private func marked(_ line: StyledLine, _ row: Int) -> StyledLine {
    guard row == chosen else { return line }
    return line + StyledLine(" " + (look.isFocused ? symbols.focusClose : symbols.chosen), .accent)
  }

  private func line(_ fields: [String], _ widths: [Int], _ style: CellStyle) -> StyledLine {
    var line = StyledLine()
    for (column, field) in fields.enumerated() {
      if column > 0 { line.append(blanks: Self.gap) }
      let words = StyledLine(TextFitting.cut(field, to: widths[column], symbols), style)
      if isNumeric[column] { line.append(blanks: widths[column] - words.width) }
      line.append(isNumeric[column] ? words : words.padded(to: widths[column]))
    }
    return line
  }

  private func paragraphs(_ width: Int) -> [(line: StyledLine, row: Int)] {
    rows.enumerated().flatMap { index, row in
      let text = zip(names, row).filter { !$1.isEmpty }.map { $0.isEmpty ? $1 : "\($0): \($1)" }.joined(separator: "\n")
      var lines = TextFitting.wrap(text, to: width).map { StyledLine($0, index == chosen ? .bold : .plain) }
      if !lines.isEmpty { lines[0] = marked(lines[0], index) }
      if index > 0 { lines.insert(StyledLine(Symbols.text(symbols.box[0], times: width), .muted), at: 0) }
      return lines.map { ($0, index) }
    }
  }

  private func shown(_ lines: [(line: StyledLine, row: Int)], _ height: Int) -> [StyledLine] {
    guard lines.count > height, height > 0 else { return lines.map(\.line) }
    func more(_ count: Int) -> StyledLine { StyledLine("\(symbols.ellipsis) \(count) more", .muted) }
    guard let chosen, let place = lines.lastIndex(where: { $0.row == chosen }) else {
      return lines.prefix(height - 1).map(\.line) + [more(lines.count - height + 1)]
    }
    return RowWindow(of: lines.count, around: place, room: height).lines({ lines[$0].line }, more: more)
  }
}
