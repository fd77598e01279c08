import BindCore
import BindHost
import BindSources
import BindViews
import Foundation
import Testing

/// Screens as a person sees them: `Tests/Screens/<name>.lua` must look like `<name>.txt`.
///
/// The head of a script says how it is looked at: `-- screen: 60x12`, `-- focus: id`, `-- type: text` (into the focused
/// field), `-- input: id = text`, `-- press: id`, `-- keys: Tab Space`, `-- after: 500` (milliseconds), `-- offline: yes`, `-- ascii`. With `BINDHOST_WRITE_SCREENS`
/// set the texts are written anew, to be looked at by a person.
@Suite("Golden screens", .serialized) struct GoldenScreenTests {
  @Test(arguments: GoldenScreen.all) func itLooksAsItDid(_ golden: GoldenScreen) throws {
    let screen = try ScreenHost(golden.script)
    try screen.advance(0)
    for (word, value) in golden.steps {
      switch word {
      case "after": try screen.advance(Int(value) ?? 0)
      case "offline": screen.host.world.world.surroundings.change(isOnline: false, isHidden: nil)
      case "focus": try screen.send(.focus, to: value)
      case "press": try screen.send(.press, to: value)
      case "type": try screen.host.host.input.focused.map { _ = try screen.send(.type(value), to: $0.id) }
      case "keys": for key in try Key.keys(in: value) { try screen.host.host.input.send(key) }
      case "input":
        let parts = value.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        try screen.send(.input(Double(parts[1]).map { .number($0) } ?? .string(ByteString(parts[1]))), to: parts[0])
      default: Issue.record("\(golden): there is no step '\(word)'")
      }
    }
    try golden.expect(screen, columns: golden.columns, rows: golden.rows, usesASCII: golden.usesASCII)
    #expect(screen.reports == [])
  }

  /// Tab goes down and to the right, as the layout stands.
  @Test(arguments: ["form", "control_states", "containers", "rows"])
  func theOrderOfTheFocusIsThatOfTheLayout(_ name: String) throws {
    let screen = try ScreenHost(GoldenScreen(name: name).script)
    let grid = screen.host.host.stage.screen(columns: 100, rows: 40)
    let order = screen.host.host.input.focusOrder
    let places = order.compactMap { view in grid.regions.first { $0.id == view.id }?.frame }
    #expect(places.count == order.count && places.count > 1)
    #expect(zip(places, places.dropFirst()).allSatisfy { ($0.row, $0.column) < ($1.row, $1.column) })
  }

  @Test func thereIsAScreenForEveryKindOfView() {
    let scripts = GoldenScreen.all.map(\.script).joined()
    let missing = ViewKind.all.filter { !scripts.contains("ui.\($0.name)") }
    #expect(missing.map(\.name) == [])
  }
}

struct GoldenScreen: CustomStringConvertible, Sendable {
  let name: String
  private(set) var script = ""
  private(set) var steps: [(word: String, value: String)] = []
  private(set) var columns = 80
  private(set) var rows = 24
  private(set) var usesASCII = false

  var description: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Screens")

  static let all: [GoldenScreen] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.sorted().map { GoldenScreen(name: String($0.dropLast(4))) }
  }()

  /// - Parameter name: of the file, or of the text alone where a test makes the screen.
  init(name: String) {
    self.name = name
    guard
      let text = try? String(contentsOf: Self.folder.appendingPathComponent(name + ".lua"), encoding: .utf8)
    else { return }
    script = text
    for line in text.split(separator: "\n") where line.hasPrefix("-- ") {
      let parts = line.dropFirst(3).split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      switch parts.first {
      case "ascii": usesASCII = true
      case "screen" where parts.count == 2:
        let sides = parts[1].split(separator: "x").compactMap { Int($0) }
        (columns, rows) = (sides[0], sides[1])
      case let word? where parts.count == 2 && !word.contains(" "): steps.append((word, parts[1]))
      default: break
      }
    }
  }

  func expect(_ screen: ScreenHost, columns: Int = 80, rows: Int = 24, usesASCII: Bool = false) throws {
    let host = screen.host.host
    let grid = host.stage.screen(columns: columns, rows: rows, focus: host.input.focused, usesASCII: usesASCII)
    #expect(grid.collisionCount == 0, "\(name): two views are drawn in one place")
    let file = Self.folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["BINDHOST_WRITE_SCREENS"] != nil {
      try (grid.text + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(grid.text + "\n" == golden, "\(name)")
  }
}
