import Foundation
import TestSupport
import Testing

/// What a person allows on the terminal, for a run and for good.
@Suite("Consent") struct ConsentTests {
  let folder: URL
  private let place: TemporaryFolder

  init() throws {
    place = try TemporaryFolder()
    folder = place.url
    try Data("kept here".utf8).write(to: folder.appending(path: "notes.txt"))
  }

  private var environment: [String: String] {
    ["XDG_CONFIG_HOME": folder.appending(path: "config").path, "BINDHOST_STATE_DIR": folder.appending(path: "s").path]
  }

  private static let reading = """
    local bh = require 'bindhost'
    local function read() return (bh.fs.read("notes.txt")) end
    for _ = 1, 2 do
      local ok, text = pcall(read)
      print(ok and text or text.kind)
    end
    """

  private func write(_ text: String, to name: String = "script.lua") throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  private func ask(_ answers: String..., flags: [String] = []) async throws -> BuiltProgram.Run {
    try await BuiltProgram.bindhost.runOnTerminal(
      ["run", "--ui=none"] + flags + ["script.lua"], in: folder, environment: environment, question: "Allow it?",
      answers: answers)
  }

  private func runUnasked() async throws -> BuiltProgram.Run {
    try await BuiltProgram.bindhost.run(["run", "--ui=none", "script.lua"], in: folder, environment: environment)
  }

  @Test func aYesHoldsForThisRunAndIsAskedForOnce() async throws {
    try write(Self.reading)
    let run = try await ask("y")
    #expect(run.output.contains("reading '\(folder.path)/notes.txt'  (script.lua:2)"), "\(run.output)")
    #expect(run.output.contains("--allow-read=\(folder.path)/notes.txt would allow it"))
    #expect(run.output.hasSuffix("kept here\r\nkept here\r\n") && run.exitCode == 0, "\(run.output)")
    #expect(run.output.components(separatedBy: "Allow it?").count == 2)
    let next = try await runUnasked()
    #expect(next.output == "not_permitted\nnot_permitted\n")
  }

  @Test func aNoIsARefusalAndIsAskedForOnce() async throws {
    try write(Self.reading)
    let run = try await ask("n")
    #expect(run.output.hasSuffix("not_permitted\r\nnot_permitted\r\n"), "\(run.output)")
    try write("require 'bindhost'.fs.read 'notes.txt'")
    #expect(try await ask("what", "no").exitCode == 3)
    let denied = try await ask(flags: ["--deny-read"])
    #expect(denied.exitCode == 3 && !denied.output.contains("Allow it?"), "\(denied.output)")
  }

  @Test func alwaysHoldsForTheVeryTextOfScriptAndModules() async throws {
    try write("return 'first'", to: "part.lua")
    try write("print((require 'part'))\n" + Self.reading)
    let asked = try await ask("always")
    #expect(asked.output.hasSuffix("kept here\r\nkept here\r\n"), "\(asked.output)")
    #expect(try await runUnasked().output == "first\nkept here\nkept here\n")
    // A module that is another one takes it back, before it runs.
    try write(
      "local ok, e = pcall(require 'bindhost'.fs.read, 'notes.txt') return ok and 'stolen' or e.kind", to: "part.lua")
    #expect(try await runUnasked().output == "not_permitted\nnot_permitted\nnot_permitted\n")
    try write("return 'first'", to: "part.lua")
    #expect(try await runUnasked().output == "first\nkept here\nkept here\n")
    // So does another text of the script itself.
    try write("print 'new'\n" + Self.reading)
    #expect(try await runUnasked().output == "new\nnot_permitted\nnot_permitted\n")
    let folders = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "config/bindhost").path)
    #expect(folders[.posixPermissions] as? Int == 0o700)
  }

  @Test func theTimeOfTheQuestionIsNotTheScripts() async throws {
    try write(
      """
      local bh = require 'bindhost'
      print(pcall(bh.env, "NOBODY_HAS_SET_THIS"))
      local ok, err = pcall(function() while true do end end)
      """)
    let lines = """
      : >shown
      (while ! grep -q 'Allow it?' shown; do sleep 0.02; done; sleep 2.3; echo y
       while ! grep -q 'host.quota' shown; do sleep 0.05; done) |
        timeout 60 script -qefc "\(BuiltProgram.bindhost.url.path) run --ui=none script.lua" shown
      """
    let run = try await BuiltProgram.shell.run(["-c", lines], in: folder, environment: environment)
    #expect(run.output.contains("true\tnil"), "\(run.output)")
    // Afterwards the limit holds as before.
    #expect(run.output.contains("script.lua:3") && run.output.contains("host.quota"), "\(run.output)")
  }

  @Test func aSignalAtTheQuestionEndsTheRun() async throws {
    try write("require 'bindhost'.on_exit(function() print 'bye' end)\n" + Self.reading)
    let run = try await ask("\u{3}")
    #expect(run.output.contains("bye"), "\(run.output)")
    #expect(run.exitCode == 130, "as a shell tells of a program that SIGINT has ended")
  }
}
