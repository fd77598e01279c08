import Foundation
import TestSupport
import Testing

/// The built program from outside: what a shell sees.
@Suite("bindhost as a process") struct ProgramRunTests {
  func run(_ words: String..., input: String = "", in folder: URL? = nil) async throws -> BuiltProgram.Run {
    try await BuiltProgram.bindhost.run(words, in: folder, input: input)
  }

  func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func helpAndVersionGoToStandardOutputAndEndWithZero() async throws {
    let help = try await run("--help")
    #expect(help.exitCode == 0 && help.output.contains("usage: bindhost run FILE") && help.errors.isEmpty)
    let version = try await run("--version")
    #expect(version.exitCode == 0 && version.output.hasPrefix("bindhost ") && version.errors.isEmpty)
  }

  @Test func aUsageErrorEndsWithTwoAndAMissingFileWithSixtySix() async throws {
    let usage = try await run("run", "--onec", "x.lua")
    #expect(usage.exitCode == 2 && usage.output.isEmpty && usage.errors.contains("(did you mean '--once'?)"))
    let missing = try await run("run", "/nowhere/x.lua")
    #expect(missing.exitCode == 66 && missing.errors.contains("error[host.no_such_file]"))
  }

  @Test func codeAndStandardInputAreRun() async throws {
    let code = try await run("-e", "print(1 + 1)")
    #expect(code.output == "2\n" && code.errors.isEmpty && code.exitCode == 0)
    let input = try await run("run", "-", input: "print('from input')\n")
    #expect(input.output == "from input\n" && input.exitCode == 0)
    let failing = try await run("run", "-", input: "\n\nerror 'boom'\n")
    #expect(failing.exitCode == 1 && failing.errors.contains(" 3│ error 'boom'"))
  }

  /// The exit code of a shell command in which `$0` is the program.
  private func exitCode(ofShell command: String) async throws -> Int32 {
    try await BuiltProgram.shell.run(["-c", command, BuiltProgram.bindhost.url.path]).exitCode
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func closedStandardDescriptorsAreNoFault(_ closing: String) async throws {
    #expect(try await exitCode(ofShell: "\"$0\" -e 'print(1)' \(closing)") == 0)
  }

  @Test func outputThatCannotBeWrittenIsAnError() async throws {
    #expect(try await exitCode(ofShell: "\"$0\" -e 'print(1)' > /dev/full 2> /dev/null") == 1)
    // At once, and not at the end of a run that nobody can see.
    let code = "print(1) require('bindhost').job.every('1h', function() end)"
    #expect(try await exitCode(ofShell: "\"$0\" --timeout=60s -e \"\(code)\" > /dev/full 2> /dev/null") == 1)
  }

  @Test func whatWasPrintedBeforeAnErrorStandsBeforeIt() async throws {
    let code =
      "print 'before' local b = require 'bindhost'.bindable(1) b:observe(error, {initial=false}) b:set(2) error 'end'"
    let result = try await BuiltProgram.bindhost.run(["-e", code], joinsErrors: true)
    let errors = result.output.split(separator: "\n").filter { $0.hasPrefix("error[") }
    #expect(result.output.hasPrefix("before\nerror["), "\(result.output)")
    #expect(errors.count == 2, "\(result.output)")
    let failing = try await BuiltProgram.bindhost.run(["-e", "print 'before' error 'end'"], joinsErrors: true)
    #expect(failing.output.hasPrefix("before\nerror["), "\(failing.output)")
  }

  @Test func argumentsReachTheScriptUnchanged() async throws {
    let result = try await run("-e", "print(...)", "--", "--once", "a b", "", "é")
    #expect(result.output == "--once\ta b\t\té\n")
  }

  @Test func aScriptWithAShebangRunsByItselfAndKeepsItsLineNumbers() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "board.lua")
    try Data("#!/usr/bin/env bindhost\nprint(...)\nerror 'third'\n".utf8).write(to: file)
    let result = try await run("./board.lua", "one", in: folder)
    #expect(result.output == "one\n")
    #expect(result.errors.contains("./board.lua:3\n 3│ error 'third'"))
    #expect(result.exitCode == 1)
  }

  @Test func bytecodeIsRefused() async throws {
    let result = try await run("run", "-", input: "\u{1B}Lua")
    #expect(result.exitCode == 1 && result.errors.contains("error[script.syntax]"))
  }

  @Test func theTimeLimitOfARunEndsItWithFour() async throws {
    let result = try await run(
      "run", "--timeout", "200ms", "-e", "require('bindhost').job.every('50ms', function() end)")
    #expect(result.exitCode == 4 && result.errors.contains("error[host.timeout]"))
    // A callback that never waits is stopped too, and its line is told.
    let busy = try await BuiltProgram.bindhost.run(["run", "--timeout", "200ms", "-e", "while true do end"])
    #expect(busy.exitCode == 4 && busy.errors.contains("error[host.timeout]"))
    #expect(busy.errors.contains("error[host.interrupted]"))
  }

  @Test func aRefusedPermissionThatNobodyCatchesEndsWithThreeAndNamesTheFlag() async throws {
    let result = try await run("-e", "require('bindhost').exec { 'df', '-P' }")
    #expect(result.exitCode == 3)
    #expect(result.errors.contains("error[host.not_permitted]") && result.errors.contains("--allow-run=df"))
    let allowed = try await run("--allow-run=true", "-e", "print(require('bindhost').exec({ 'true' }).status)")
    #expect(allowed.output == "0\n" && allowed.exitCode == 0, "\(allowed.errors)")
    let denied = try await run("-A", "--deny-run=true", "-e", "require('bindhost').exec { 'true' }")
    #expect(denied.exitCode == 3)
  }

  @Test func graphPrintsTheSameBytesEachTimeAndRunsNoJob() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      local bh = require "bindhost"
      print "from the script"
      local m = bh.model("m", { n = 1, text = "" })
      bh.bind(m "n", m "text", tostring)
      bh.sleep(0)
      bh.job.every("1ms", { run = function() error "a job ran" end })
      """
    try Data(script.utf8).write(to: folder.appending(path: "g.lua"))
    for format in ["text", "json", "dot", "svg"] {
      let first = try await run("graph", "g.lua", "--format", format, in: folder)
      let second = try await run("graph", "--format=\(format)", "g.lua", in: folder)
      #expect(first.exitCode == 0 && first.output == second.output && first.output.contains("m.text"))
      #expect(!first.output.contains("from the script") && first.errors == "from the script\n")
    }
    let paused = try await run("run", "--paused", "g.lua", in: folder)
    #expect(paused.output.hasSuffix("binding  m.n  →  m.text  g.lua:4\n"))
    let failing = try await run("graph", "-e", "error 'boom'")
    #expect(failing.exitCode == 1 && failing.output.isEmpty && failing.errors.contains("boom"))
  }

  @Test func onceRunsEachJobOnceAndEnds() async throws {
    let result = try await run(
      "--once", "-e", "require('bindhost').job.every('1h', function() print('ran') end)")
    #expect(result.output == "ran\n" && result.exitCode == 0, "\(result.errors)")
  }

  @Test func onceRunsAlsoWhatIsDueLaterOrOnAChangeButNothingThatIsPaused() async throws {
    let script = """
      local bh = require "bindhost"
      local job = bh.job
      local cell = bh.bindable(1)
      job.every("1h", { immediate = false, run = function() print "every" end })
      job.cron("0 3 * * *", function() print "cron" end)
      job.at("2999-01-01T00:00:00Z", function() print "at" end)
      job.on(cell, function() print "on" end)
      job.every("1h", { paused = true, run = function() print "paused" end })
      """
    let result = try await run("--once", "--timeout", "20s", "-e", script)
    #expect(result.output == "every\ncron\nat\non\n" && result.exitCode == 0, "\(result)")
  }

  @Test func ctrlCRunsTheExitHooksAndDiesByTheSignal() async throws {
    let script = """
      local bh = require "bindhost"
      bh.on_exit(function() print "bye" end)
      bh.job.every("1h", function() print "ready" end)
      """
    for signal in [SIGINT, SIGTERM] {
      let result = try await BuiltProgram.bindhost.run(
        ["-e", script], interrupt: (signal: signal, moment: .outputSays("ready")))
      #expect(result.output == "ready\nbye\n" && result.errors.isEmpty, "\(result)")
      #expect(result.exitCode == -signal)
    }
  }

  @Test func ctrlCStopsALoopThatNeverEndsNamesItsLineAndStillRunsTheExitHooks() async throws {
    let inTask = """
      local bh = require "bindhost"
      bh.on_exit(function() print "bye" end)
      bh.go(function()
        print "ready"
        bh.sleep(0)
        while true do pcall(function() end) end
      end)
      """
    let inMainChunk = """
      local bh = require "bindhost"
      bh.on_exit(function() print "bye" end)
      print "ready"
      bh.sleep(0)
      -- the time limit would stop it too, but later
      while true do pcall(function() end) end
      """
    for script in [inTask, inMainChunk] {
      let result = try await BuiltProgram.bindhost.run(
        ["-e", script], interrupt: (signal: SIGINT, moment: .busy))
      #expect(result.output == "ready\nbye\n" && result.exitCode == -SIGINT, "\(result)")
      #expect(result.errors.hasPrefix("error[host.interrupted]") && result.errors.contains("─ -e:6\n"), "\(result)")
    }
  }

  @Test func colorIsSentOnlyWhenAsked() async throws {
    #expect(!(try await run("-e", "error 'x'").errors.contains("\u{1B}")))
    #expect(try await run("--color=always", "-e", "error 'x'").errors.contains("\u{1B}[1;31merror[script.error]"))
  }
}
