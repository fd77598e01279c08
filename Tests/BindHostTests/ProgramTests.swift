import BindCore
import Foundation
import Testing

@testable import BindHost

@Suite("The program around a script") struct ProgramTests {
  final class Streams {
    var output = ""
    var errors = ""
    var ran: (options: RunOptions, script: ScriptText)?
  }

  func main(
    _ words: String..., answer: ExitCode = .ok, report: Diagnostic? = nil
  ) -> (exitCode: ExitCode, streams: Streams) {
    let streams = Streams()
    let program = Program(
      environment: { _ in nil }, isErrorTerminal: false, output: { streams.output += $0 },
      errors: { streams.errors += $0 })
    let exitCode = program.main(words) { options, script, reporter in
      streams.ran = (options, script)
      if let report { reporter.report(report) }
      return answer == .ok ? reporter.exitCode : answer
    }
    return (exitCode, streams)
  }

  func temporaryFile(_ bytes: [UInt8], named name: String = "x.lua") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appending(path: name))
    return folder.appending(path: name).path
  }

  @Test func helpAndVersionGoToStandardOutput() {
    let help = main("--help")
    #expect(help.exitCode == .ok && help.streams.output.hasPrefix("bindhost runs Lua scripts"))
    #expect(help.streams.errors.isEmpty && help.streams.ran == nil)
    let version = main("--version").streams.output
    #expect(version.hasPrefix("bindhost \(Version.text)\n"))
    for library in [
      "Lua", "libuv", "libcurl", "libmicrohttpd", "ICU", "SQLite", "simdjson", "libutf8proc", "libsodium",
    ] {
      #expect(version.contains("  \(library) "))
    }
  }

  @Test func aUsageErrorIsDrawnAndEndsWithTwo() {
    let usage = main("run", "x.lua", "--onec")
    #expect(usage.exitCode == .usage && usage.exitCode.rawValue == 2)
    #expect(usage.streams.errors.hasPrefix("error[cli.unknown_flag]: unknown flag '--onec' (did you mean '--once'?)\n"))
    #expect(usage.streams.output.isEmpty && usage.streams.ran == nil)
  }

  @Test func aMissingFileAndAFolderEndWithSixtySix() throws {
    let missing = main("run", "/nowhere/x.lua")
    #expect(missing.exitCode.rawValue == 66)
    #expect(missing.streams.errors == "error[host.no_such_file]: there is no file /nowhere/x.lua\n")
    let folder = main("run", "/tmp")
    #expect(folder.exitCode == .noSuchFile)
    #expect(folder.streams.errors.contains("/tmp cannot be read: Is a directory"))
  }

  @Test func aFileIsReadAndItsShebangBlanked() throws {
    let path = try temporaryFile(Array("\u{FEFF}#!/usr/bin/env bindhost\nprint(1)\n".utf8))
    defer { try? FileManager.default.removeItem(atPath: ScriptText.folder(of: path)) }
    let script = try #require(main(path).streams.ran?.script)
    #expect(String(decoding: script.bytes, as: UTF8.self) == "\nprint(1)\n")
    #expect(script.name == path && script.folder == ScriptText.folder(of: path))
  }

  @Test func codeOnTheCommandLineIsTakenAsItStands() throws {
    let script = try #require(main("-e", "print(1)").streams.ran?.script)
    #expect(script == ScriptText(name: "-e", folder: ".", bytes: Array("print(1)".utf8)))
  }

  @Test func bytesThatAreNoUTF8ReachLuaUnchanged() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x00, 0x0A, 0xC3]
    let path = try temporaryFile(bytes)
    defer { try? FileManager.default.removeItem(atPath: ScriptText.folder(of: path)) }
    #expect(main(path).streams.ran?.script.bytes == bytes)
    let onlyShebang = ScriptText(name: "x", folder: ".", bytes: Array("#!x".utf8))
    #expect(onlyShebang.bytes.isEmpty)
  }

  @Test func theFolderOfAScriptIsWhereItsPathsStart() {
    #expect(ScriptText.folder(of: "x.lua") == ".")
    #expect(ScriptText.folder(of: "/x.lua") == "/")
    #expect(ScriptText.folder(of: "a/b/x.lua") == "a/b")
  }

  @Test func whatIsReportedDecidesTheExitCode() {
    #expect(main("-e", "x").exitCode == .ok)
    #expect(main("-e", "x", report: Diagnostic(.scriptError, "boom")).exitCode == .failure)
    #expect(main("-e", "x", report: Diagnostic(.bindLostUpdate, "hm", severity: .warning)).exitCode == .ok)
    #expect(main("-e", "x", report: Diagnostic(.hostNotPermitted, "no")).exitCode == .notPermitted)
    #expect(main("-e", "x", answer: .timedOut).exitCode.rawValue == 4)
  }

  @Test func anErrorInTheScriptShowsItsLine() {
    let report = Diagnostic(.scriptError, "boom", at: SourcePosition(script: "-e", line: 2))
    #expect(
      main("-e", "local a\nerror 'boom'", report: report).streams.errors
        == "error[script.error]: boom\n  ┌─ -e:2\n 2│ error 'boom'\n")
  }
}

@Suite("Uncaught errors") struct ReportDiagnosticTests {
  let place = SourcePosition(script: "x.lua", line: 3)

  @Test func whatAScriptRaisedIsWrappedOnceAndItsPlaceIsNotSaidTwice() {
    let raised = ScriptError(value: .string("boom"), message: "x.lua:3: boom", position: place, traceback: "t")
    let diagnostic = Diagnostic(Report(Failure.raised(raised), during: "observer of a", trail: ["while delivering"]))
    #expect(diagnostic.id == .scriptError && diagnostic.message == "boom")
    #expect(diagnostic.position == place && diagnostic.traceback == "t")
    #expect(diagnostic.notes == ["in observer of a", "while delivering"])
  }

  @Test func aFindingKeepsItsIdAndAWarningIsOne() {
    let finding = Diagnostic(.bindPath, "no field", at: place, notes: ["fields: a"])
    let error = Diagnostic(Report(Failure.diagnostic(finding), during: ""))
    #expect(error == finding)
    let warning = Diagnostic(Report(Failure.diagnostic(finding), during: "effect", isWarning: true))
    #expect(warning.severity == .warning && warning.notes == ["fields: a", "in effect"])
  }

  @Test func aFindingThatTheScriptLetPassIsShownAsItself() {
    let finding = Diagnostic(.bindPath, "no field 'nmae'", suggestions: ["name"])
    let raised = ScriptError(value: .nil, message: "…", position: place, traceback: "t", diagnostic: finding)
    let diagnostic = Diagnostic(Report(Failure.raised(raised), during: ""))
    #expect(diagnostic.id == .bindPath && diagnostic.suggestions == ["name"] && diagnostic.notes.isEmpty)
    #expect(diagnostic.position == place && diagnostic.traceback == "t")
  }

  @Test func anErrorThatIsNoneOfOursIsAFaultOfTheHost() {
    struct Odd: Error {}
    #expect(Diagnostic(Report(Odd(), during: "x")).id == .hostInternal)
  }
}
