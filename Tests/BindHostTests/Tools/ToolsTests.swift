import BindCore
import Foundation
import TestSupport
import Testing

@testable import BindHost

@Suite("Tools of the command line") struct ToolsTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func run(_ words: String..., environment: [String: String] = [:]) async throws -> BuiltProgram.Run {
    try await BuiltProgram.bindhost.run(words, in: folder, environment: environment)
  }

  func end() { try? FileManager.default.removeItem(at: folder) }

  @Test func docAndExplainAnswerAndSayWhatIsNearest() async throws {
    defer { end() }
    let page = try await run("doc", "job.every")
    #expect(page.exitCode == 0 && page.output.hasPrefix("job.every(time, fn) -> job\n"))
    #expect(page.output.contains("  overlap: "))
    let wrong = try await run("doc", "jbo.every")
    #expect(
      wrong.exitCode == 2 && wrong.errors.contains("there is no page about 'jbo.every' (did you mean 'job.every'?)"))
    let id = try await run("explain", "bind.cycle")
    #expect(id.exitCode == 0 && id.output.hasPrefix("bind.cycle  (kind: programming)\n"))
    #expect(try await run("doc", "bind.cycle").output == id.output)
    let near = try await run("explain", "bind.cylce")
    #expect(near.exitCode == 2 && near.errors.contains("did you mean 'bind.cycle'"))
    #expect(try await run("doc", "graph").output.hasPrefix("bh.graph(options?)"))
    #expect(try await run("doc", "demo-server").output.hasPrefix("usage: bindhost demo-server"))
    #expect(try await run("doc", "--", "--timeout").output.contains("run --timeout TIME"))
    #expect(try await run("doc", "overlap").output.contains("job.every  overlap: "))
    let list = try await run("explain")
    #expect(
      list.output.split(separator: "\n").count { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        == DiagnosticID.allCases.count)
    for words in [
      ["doc", "--json"], ["doc", "--json", "ui"], ["explain", "--json"], ["paths", "--json"], ["doctor", "--json"],
    ] {
      let json = try await BuiltProgram.bindhost.run(words, in: folder)
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(object?["v"] as? Int == 1, "\(words)")
    }
  }

  @Test func typesAreWrittenIntoAFolder() async throws {
    defer { end() }
    let run = try await run("types", "lua/types")
    #expect(run.exitCode == 0 && run.output == "lua/types/bindhost.lua\n")
    let text = try String(contentsOf: folder.appending(path: "lua/types/bindhost.lua"), encoding: .utf8)
    #expect(text.hasPrefix("---@meta bindhost\n"))
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "lua/types/bindhost/ui.lua").path))
    #expect(try await self.run("types").output == text)
  }

  @Test(arguments: ScriptTemplate.allCases)
  func aTemplateIsWrittenOnceAndRuns(_ template: ScriptTemplate) async throws {
    defer { end() }
    let made = try await run("init", "--template", template.rawValue, "first")
    #expect(made.exitCode == 0 && made.output == "first.lua\nfirst_test.lua\n")
    let script = folder.appending(path: "first.lua")
    let text = try String(contentsOf: script, encoding: .utf8)
    #expect(text.contains("first") && !text.contains("NAME"))
    let state = ["BINDHOST_STATE_DIR": folder.appending(path: "state").path]
    let ran = try await run("run", "--once", "first.lua", environment: state)
    #expect(ran.exitCode == 0 && ran.errors.isEmpty, "\(ran.errors)")
    let tested = try await run("test", "first_test.lua", environment: state)
    #expect(tested.exitCode == 0 && tested.output.contains("0 failed"), "\(tested.output)\(tested.errors)")
    let checked = try await run("check", "first.lua", "first_test.lua")
    #expect(checked.exitCode == 0 && checked.output.isEmpty, "\(checked.output)")
    // What a person has written since stays.
    try Data("-- mine\n".utf8).write(to: script)
    let again = try await run("init", "--template=\(template)", "first")
    #expect(again.exitCode == 1 && again.errors.contains("first.lua is there already, and nothing is overwritten"))
    #expect(try String(contentsOf: script, encoding: .utf8) == "-- mine\n")
    try FileManager.default.removeItem(at: script)
    let half = try await run("init", "--template=\(template)", "first")
    #expect(half.exitCode == 1 && !FileManager.default.fileExists(atPath: script.path))
  }

  @Test func initTakesAFolderOrAName() async throws {
    defer { end() }
    #expect(try await run("init", "boards/").output == "boards/board.lua\nboards/board_test.lua\n")
    #expect(try await run("init", "boards/second.lua").output == "boards/second.lua\nboards/second_test.lua\n")
    #expect(try await run("init", "--template", "form").output == "form.lua\nform_test.lua\n")
    #expect(
      try await run("init", "my board").errors
        == "try: bindhost run 'my board.lua', and bindhost test 'my board_test.lua'\n")
    // It shows nothing by itself, and its name need be none of Lua's.
    #expect(try await run("init", "--template=lib", "date-tools").errors == "try: bindhost test date-tools_test.lua\n")
    #expect(try await run("test", "date-tools_test.lua").exitCode == 0)
    let wrong = try await run("init", "--template", "bord")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("did you mean 'board'"))
  }

  @Test func pathsFollowTheEnvironment() async throws {
    defer { end() }
    let run = try await run(
      "paths", environment: ["XDG_STATE_HOME": "/srv/state", "XDG_CONFIG_HOME": "relative", "HOME": "/home/ada"])
    #expect(run.output.contains("/srv/state/bindhost  ("))
    #expect(run.output.contains("/home/ada/.config/bindhost  ("))
  }

  @Test func doctorIsContentWithASoundEnvironmentAndNamesMendsElsewhere() async throws {
    defer { end() }
    let home = folder.path
    let well = try await run("doctor", environment: ["HOME": home, "LANG": "C.UTF-8", "XDG_STATE_HOME": ""])
    #expect(well.exitCode == 0 && !well.output.contains("broken"), "\(well.output)")
    for library in ["Lua", "SQLite", "libcurl", "ICU"] { #expect(well.output.contains("ok      \(library) ")) }
    try Data().write(to: folder.appending(path: "occupied"))
    let ill = try await run(
      "doctor",
      environment: ["XDG_STATE_HOME": home + "/occupied/x", "LC_ALL": "de_DE.ISO-8859-1", "TZ": "Mars/Olympus"])
    #expect(ill.exitCode == 1)
    let lines = ill.output.split(separator: "\n").map(String.init)
    for subject in ["state", "locale", "time zone"] {
      let place = try #require(lines.firstIndex { $0.contains("  \(subject) ") && !$0.hasPrefix("ok") }, "\(subject)")
      #expect(lines[place + 1].hasPrefix("        mend: "), "\(subject)")
    }
  }

  @Test func aLibraryThatIsMissingIsBrokenAndSaysHowToGetIt() throws {
    let missing = Library("libuv", version: nil, problem: "libuv.so.1: cannot open", package: "libuv1")
    let findings = Doctor(environment: { $0 == "HOME" ? "/root" : nil }, libraries: [missing]).examine()
    #expect(findings.first == .broken("libuv", "libuv.so.1: cannot open", mend: "apt-get install libuv1"))
    end()
  }
}
