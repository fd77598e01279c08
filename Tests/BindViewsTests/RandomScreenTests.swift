import BindCore
@testable import BindViews
import TestSupport
import Testing

/// Any tree on any screen: nothing overlaps, nothing is outside, nothing is cut in half, and the same gives the same.
@Suite("Screens of random trees") struct RandomScreenTests {
  @Test(arguments: 0..<40) func aTreeFitsEveryScreen(_ seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    for _ in 0..<6 {
      let house = ViewHouse()
      let root = try trees.tree(house, depth: 5)
      try house.stage.show(root, title: trees.text())
      let controls = house.stage.views.filter { $0.kind.isControl }
      for _ in 0..<6 {
        let focus = controls.isEmpty ? nil : controls[trees.below(controls.count)]
        let columns = trees.side(300)
        let rows = trees.side(100)
        let isASCII = trees.below(4) == 0
        let grid = house.stage.screen(columns: columns, rows: rows, focus: focus, usesASCII: isASCII)
        check(grid, columns, rows)
        #expect(grid == house.stage.screen(columns: columns, rows: rows, focus: focus, usesASCII: isASCII))
      }
    }
  }

  private func check(_ grid: CellGrid, _ columns: Int, _ rows: Int) {
    #expect(grid.columns == columns && grid.rows == rows)
    #expect(grid.collisionCount == 0, "two views in one place on \(columns)×\(rows)\n\(grid.text)")
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let cell = grid[column, row]
        #expect(cell.width == 1 || cell.width == 2, "half a grapheme in \(column),\(row)")
        #expect(Columns.width(of: cell.grapheme) == Int(cell.width))
        column += max(Int(cell.width), 1)
      }
      #expect(column == columns, "row \(row) ends inside a wide grapheme")
    }
    #expect(grid.regions.allSatisfy { grid.bounds.intersection($0.frame) == $0.frame && !$0.frame.isEmpty })
    if let caret = grid.caret { #expect(grid.bounds.contains(column: caret.column, row: caret.row)) }
  }

  @Test func theSmallestAndTheLargestScreensAreDrawn() throws {
    for (columns, rows) in [(1, 1), (1, 100), (300, 1), (2, 2), (3, 3), (300, 100), (0, -5), (5000, 1)] {
      var trees = RandomTrees(seed: 7)
      let house = ViewHouse()
      try house.stage.show(try trees.tree(house, depth: 5), title: "Title")
      let grid = house.stage.screen(columns: columns, rows: rows)
      check(grid, min(max(columns, 1), 1000), max(rows, 1))
    }
  }

  /// The deepest tree that can be made, of containers that each ask more than once how large the inner one is.
  @Test(arguments: [ViewKind.Role.column, .row, .grid, .panel, .scroll, .tabs])
  func theDeepestTreeIsDrawnInTheTimeOfAShallowOne(_ role: ViewKind.Role) throws {
    let house = ViewHouse()
    var view = try house.label("in the middle of it")
    for _ in 1..<View.depthLimit { view = try house.view(role, [], [view]) }
    try house.stage.show(view, title: "")
    check(house.stage.screen(columns: 80, rows: 24), 80, 24)
  }
}

/// Trees of all kinds of views with contents that are hard to lay out.
private struct RandomTrees {
  private var dice: Dice

  init(seed: UInt64) { dice = Dice(state: seed) }

  mutating func below(_ limit: Int) -> Int { dice.below(limit) }

  /// Small ones more often than large ones.
  mutating func side(_ limit: Int) -> Int { 1 + below([3, 12, 40, limit][below(4)]) }

  mutating func text() -> String {
    let parts = [
      "", "a", "word", "two words", "a-word-that-is-longer-than-most-screens-are-wide-and-has-no-place-to-break-at",
      "日本語のテキスト", "👩‍👩‍👧‍👦", "e\u{301}\u{323}", "\u{301}", "🇩🇪", "line\nline\r\nline", "\t", "\u{1B}[31m", "ﷺ", "ก็", "½",
      "한국어", "  ", "…", "\u{200B}", "⚠️", "각",
    ]
    return (0..<below(5)).map { _ in parts[below(parts.count)] }.joined(separator: [" ", "", "\n"][below(3)])
  }

  private mutating func number() -> Value {
    [.integer(0), .number(0.1), .integer(-7), .number(1e300), .number(.infinity), .number(.nan), .integer(.max)][
      below(7)]
  }

  private mutating func list(_ element: (inout RandomTrees) -> Value) -> Value {
    .list((0..<[0, 1, 3, 30][below(4)]).map { _ in element(&self) })
  }

  private mutating func words() -> Value { .string(ByteString(text())) }

  mutating func tree(_ house: ViewHouse, depth: Int) throws -> View {
    let kinds = ViewKind.all.filter { kind in
      if case .made = kind.content { return false }
      return depth > 0 || !kind.hasChildren
    }
    let kind = kinds[below(kinds.count)]
    var options: [(name: String, given: View.Given)] = []
    for property in kind.properties where !property.isState && below(3) > 0 {
      if let value = value(property, kind) { options.append((property.name, .value(value))) }
    }
    var children: [View] = []
    if kind.hasChildren { for _ in 0..<below(6) { children.append(try tree(house, depth: depth - 1)) } }
    let view = try house.view(kind.role, options, children)
    if kind.isControl {
      view.tell([
        ("status", .string(["ok", "invalid", "failed"][below(3)])), ("reason", words()),
        ("pending", .boolean(below(3) == 0)),
        ("read_only", .boolean(below(4) == 0)),
      ])
    }
    return view
  }

  private mutating func value(_ property: ViewKind.Property, _ kind: ViewKind) -> Value? {
    switch property.name {
    case "visible", "enabled", "open": return .boolean(below(8) > 0)
    case "width", "height":
      return below(3) > 0 ? nil : [.integer(0), .integer(1), .integer(5), .integer(40), .integer(.max)][below(5)]
    case "columns" where kind.role == .grid: return .integer(Int64(below(5)) - 1)
    case "style": return [.string("alarm"), .string("title"), .string("what")][below(3)]
    case "values": return list { [.number(Double($0.below(9))), .number(.nan), .number(-1e9)][$0.below(3)] }
    case "items", "options", "lines": return list { $0.words() }
    case "columns": return list { $0.words() }
    case "rows":
      return list { trees in
        [
          .record(Record([("a", trees.words()), ("b", trees.number())])), .list([trees.words(), .integer(3)]),
          trees.words(),
        ][trees.below(3)]
      }
    case "value":
      switch kind.role {
      case .toggle: return .boolean(below(2) == 0)
      case .table: return .integer(Int64(below(9)) - 1)
      case .tabs, .scroll: return .integer(Int64(below(9)) - 2)
      case .slider, .stepper: return [.number(0.4), .integer(12), .number(-3)][below(3)]
      default: return words()
      }
    case "confirm", "commit_timeout", "key": return nil
    default:
      switch property.declaration {
      case .words: return words()
      case .optional(.string): return words()
      case .optional(.number), .required(.number, _): return [.number(0), .number(1), .number(-1e300)][below(3)]
      default: return nil
      }
    }
  }
}
