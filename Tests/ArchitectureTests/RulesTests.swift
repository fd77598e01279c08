import Foundation
import Testing

/// `Tests/RULES.md` says which test holds which rule; here it is held to its word.
@Suite("The table of rules") struct RulesTests {
  struct Row {
    let rule: String
    let swift: [String]
    let lua: [String]
  }

  static let rules = (0...60).map(String.init) + ["11b"] + (62...70).map(String.init)

  /// Those of the second part that have a line.
  static func listed() throws -> [String] { RulesTests().rows(try Project.text(of: "Tests/RULES.md")).map(\.rule) }

  private func rows(_ text: String) -> [Row] {
    text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 4, cells[0].contains(where: \.isNumber) else { return nil }
      return Row(rule: cells[0], swift: names(in: cells[2]), lua: names(in: cells[3]))
    }
  }

  private func names(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0 % 2 == 1 ? String($1) : nil }
  }

  /// The test files by name.
  private func testFiles() throws -> [String: String] {
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: Project.root.appending(path: "Tests").path)
    where path.hasSuffix("Tests.swift") {
      let name = path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? path
      files[name] = try Project.text(of: "Tests/\(path)")
    }
    return files
  }

  @Test func everyRuleHasATestInSwiftAndOneInLua() throws {
    let rows = rows(try Project.text(of: "Tests/RULES.md"))
    #expect(Set(rows.map(\.rule)).count == rows.count, "a rule has one line")
    for rule in Self.rules {
      let row = rows.first { $0.rule == rule }
      #expect(row?.swift.isEmpty == false && row?.lua.isEmpty == false, "rule \(rule)")
    }
  }

  /// Of the second part a rule that is listed has one test at least.
  @Test func everyRuleThatIsListedHasATest() throws {
    for row in rows(try Project.text(of: "Tests/RULES.md")) {
      #expect(!row.swift.isEmpty || !row.lua.isEmpty, "rule \(row.rule)")
    }
  }

  @Test func everyTestThatIsNamedExists() throws {
    let files = try testFiles()
    for row in rows(try Project.text(of: "Tests/RULES.md")) {
      for name in row.swift {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        let text = files[parts[0]] ?? ""
        let function = parts.count == 2 ? parts[1] : ""
        #expect(
          text.contains("func \(function)(") || text.contains("func `\(function)`("), "rule \(row.rule) names \(name)")
      }
      for name in row.lua {
        let path = Project.root.appending(path: "Tests/Scripts/\(name).lua").path
        #expect(FileManager.default.fileExists(atPath: path), "rule \(row.rule) names \(name)")
      }
    }
  }
}
