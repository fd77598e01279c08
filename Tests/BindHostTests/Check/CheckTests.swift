import Foundation
import TestSupport
import Testing

@testable import BindHost

/// A script below `Tests/Check`, with what a check is to find in it, in order: comments `-- finds LINE:COLUMN: level: text [id]`
/// at its end, without the column where it is not known, with the file's name where a module has the mistake.
struct CheckedScript: CustomTestStringConvertible, Sendable {
  static let folder = ScriptFile.folder.deletingLastPathComponent().appending(path: "Check")

  let path: String
  var testDescription: String { path }
  var url: URL { Self.folder.appending(path: path) }

  /// Every script but modules, whose names begin with `_`.
  static func all(in part: String) -> [CheckedScript] {
    let paths = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path)) ?? []
    return paths.filter { $0.hasSuffix(".lua") && !$0.hasPrefix("_") }.sorted().map {
      CheckedScript(path: "\(part)/\($0)")
    }
  }

  /// As the program prints them.
  func expected() throws -> [String] {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    return lines.filter { $0.hasPrefix("-- finds ") }.map { line in
      let text = line.dropFirst(9)
      return text.first?.isNumber ?? false ? "\(url.lastPathComponent):\(text)" : String(text)
    }
  }
}

@Suite("bindhost check") struct CheckTests {
  func findings(in url: URL) throws -> [String] {
    var script = try ScriptText.load(.file(url.path))
    script.name = url.lastPathComponent
    return try Check(script: script, folder: url.deletingLastPathComponent().path).findings().map(\.description)
  }

  @Test func thereAreScriptsToCheck() {
    #expect(CheckedScript.all(in: "wrong").count >= 25)
    #expect(CheckedScript.all(in: "right").count >= 8)
  }

  @Test(arguments: CheckedScript.all(in: "wrong")) func everyMistakeIsFoundAtItsPlace(_ script: CheckedScript) throws {
    #expect(try findings(in: script.url) == script.expected())
    #expect(try !script.expected().isEmpty)
  }

  @Test(arguments: CheckedScript.all(in: "right")) func aRightScriptHasNoFindings(_ script: CheckedScript) throws {
    #expect(try findings(in: script.url) == [])
  }

  @Test func theExamplesHaveNoFindings() throws {
    let folder = ScriptFile.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".lua") }
    #expect(names.count > 8)
    for name in names { #expect(try findings(in: folder.appending(path: name)) == [], "\(name)") }
  }

  @Test func whatInitWritesHasNoFindings() throws {
    for template in ScriptTemplate.allCases {
      let text = template.script.description.replacing("NAME", with: "first")
      let script = ScriptText(name: "first.lua", folder: "/", bytes: Array(text.utf8))
      #expect(try Check(script: script, folder: "/").findings().map(\.description) == [], "\(template)")
    }
  }

  /// They make the mistake on purpose and catch it, or ask what only a real World knows.
  private static let onPurpose: Set = [
    "cli/io_os_and_debug_are_not_there.lua", "computed/a_ring_that_is_looked_at_comes_and_goes.lua",
    "views/an_error_of_a_loader_is_one_where_it_is_shown.lua", "errors/a_cycle_says_its_path.lua",
    "computed/every_kind_of_cycle_is_named.lua", "errors/what_a_way_back_raises_is_the_cause_of_the_refusal.lua",
    "computed/a_ring_that_closes_after_its_cells_were_read_is_named_whole.lua",
    "computed/reading_itself_is_a_cycle.lua", "computed/who_asks_itself_for_a_value_is_in_a_cycle.lua",
    "computed/a_very_long_chain_does_not_exhaust_the_stack.lua",
    "scope/computed_values_are_freed_and_leak_nothing.lua", "link/records_and_lenses_can_be_ends.lua",
    "link/what_comes_back_to_its_value_in_one_wave_is_no_change.lua",
    "errors/on_error_gets_a_report_with_its_cause.lua", "errors/what_bindhost_raises_in_a_callback_says_what_ran.lua",
    "names/nothing_near_lists_what_there_is.lua",
    // Of a job that does not run nobody knows when it is due.
    "jobs/cron_names_the_column_of_a_mistake.lua",
    // Where much else runs it takes longer than a callback may.
    "waves/generated_nets_with_checks_are_worked_out_once.lua",
  ]

  /// Scripts of the tests that end well and report nothing are right ones.
  @Test func testScriptsThatEndWellHaveNoFindings() throws {
    var checked = 0
    for script in ScriptFile.all {
      let url = ScriptFile.folder.appending(path: script.path)
      let text = try String(contentsOf: url, encoding: .utf8)
      let expectations = ScriptExpectations(text)
      let isRight = expectations.reports.isEmpty && expectations.errorTexts.isEmpty && expectations.exitCode ?? 0 == 0
      // What the script is given decides how it goes.
      guard isRight, !expectations.needsDemoServer, !text.contains("arg["), !text.contains("_folder"),
        !Self.onPurpose.contains(script.path)
      else { continue }
      #expect(try findings(in: url) == [], "\(script.path)")
      checked += 1
    }
    #expect(checked > 150)
  }

  @Test func theProgramPrintsFindingsAndEndsWithOne() async throws {
    let wrong = try await BuiltProgram.bindhost.run(["check", "-"], input: "print(totring(5))\n")
    #expect(wrong.exitCode == 1 && wrong.errors.isEmpty)
    #expect(
      wrong.output
        == "-:1:7: error: nobody has made a global 'totring' (did you mean 'tostring' or 'string'?) [script.unknown_global]\n"
    )
    let right = try await BuiltProgram.bindhost.run(["check", "-"], input: "print(tostring(5))\n")
    #expect(right.exitCode == 0 && right.output.isEmpty && right.errors.isEmpty)
    let json = try await BuiltProgram.bindhost.run(["check", "--json", "-"], input: "local a =")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let finding = try #require((object?["findings"] as? [[String: Any]])?.first)
    #expect(json.exitCode == 1 && object?["v"] as? Int == 1 && finding["id"] as? String == "script.syntax")
    #expect(try await BuiltProgram.bindhost.run(["check", "/nowhere/x.lua"]).exitCode == 66)
    #expect(try await BuiltProgram.bindhost.run(["check"]).exitCode == 2)
  }

  /// Nothing is written, nothing runs, nothing is printed.
  @Test func aCheckHasNoSideEffects() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      local bh = require "bindhost"
      print "printed"
      bh.on_exit(function() print "at the end" end)
      bh.state("kept", { n = 0 }) "n":set(5)
      bh.state("file", { n = 0 }, { store = "file:kept.json" }) "n":set(5)
      bh.job.every("1ms", function() print "ran" end)
      bh.job.exec { cmd = { "touch", "job" }, every = "1ms" }
      bh.log.error "logged"
      bh.go(function() bh.exec { "touch", "task" } end)
      bh.fs.write("written", "text")
      bh.exec { "touch", "main" }
      """
    try Data(script.utf8).write(to: folder.appending(path: "x.lua"))
    let run = try await BuiltProgram.bindhost.run(
      ["check", "x.lua"], in: folder, environment: ["BINDHOST_STATE_DIR": folder.appending(path: "state").path])
    #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.output)\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.lua"])
  }
}
