import BindCore
import BindHost
import Foundation
import TestSupport
import Testing

@Suite("The log") struct LogWriterTests {
  private func lines(_ format: LogWriter.Format, _ level: LogLevel = .debug, _ entries: LogEntry...) -> [String] {
    var written: [UInt8] = []
    let writer = LogWriter(level: level, format: format) { written += $0 }
    for entry in entries { writer.log(entry) }
    return String(decoding: written, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func entry(_ level: LogLevel, _ message: String, _ fields: [Record.Field] = []) -> LogEntry {
    LogEntry(
      level: level, message: message, fields: Record(fields), time: WallTime(seconds: 1_767_225_600.25),
      position: SourcePosition(script: "board.lua", line: 3))
  }

  private let fields: [Record.Field] = [
    ("port", .integer(8080)), ("name", .string("a b")), ("word", .string("x")), ("load", .number(.nan)),
  ]

  @Test func everyFormatHasOneLineForAnEntryWhateverIsInIt() {
    let one = entry(.warn, "two\nlines", fields)
    #expect(
      lines(.pretty, .debug, one) == [
        "2026-01-01T00:00:00.250Z warn  two lines load=\(Value.text(of: .nan)) name=\"a b\" port=8080 word=x"
      ])
    #expect(lines(.journal, .debug, one)[0].hasPrefix("<4>two lines load="))
    #expect(
      lines(.json, .debug, one) == [
        #"{"fields":{"load":"\#(Value.text(of: .nan))","name":"a b","port":8080,"word":"x"},"level":"warn","line":3,"#
          + #""message":"two\nlines","script":"board.lua","time":"2026-01-01T00:00:00.250Z","v":1}"#
      ])
  }

  @Test func whatIsBelowTheLevelIsLeftOut() {
    let all = LogLevel.allCases.map { entry($0, $0.rawValue) }
    #expect(lines(.journal, .warn, all[0], all[1], all[2], all[3]) == ["<4>warn", "<3>error"])
    #expect(lines(.journal, .debug, all[0], all[1], all[2], all[3]).count == 4)
  }

  @Test func scriptsWriteWithTheVirtualTimeAndTheirLine() throws {
    let host = try VirtualHost()
    var entries: [LogEntry] = []
    host.onLog = { entries.append($0) }
    try host.run("bh.sleep '1s'\nbh.log.error('late', {n = 1})")
    try host.advance(.seconds(2))
    #expect(entries.map(\.message) == ["late"])
    #expect(entries.first?.time == WallTime(seconds: 1_767_225_601))
    #expect(entries.first?.position == SourcePosition(script: "test.lua", line: 2))
    #expect(entries.first?.fields == Record([("n", .integer(1))]))
  }

  @Test func theProgramWritesToStandardErrorOrAFile() async throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("bindhost-\(UUID().uuidString).log").path
    defer { try? FileManager.default.removeItem(atPath: place) }
    let code = "local bh = require 'bindhost' print 'before' bh.log.info('hello', {n = 1})"
    func run(_ flags: String...) async throws -> BuiltProgram.Run {
      try await BuiltProgram.bindhost.run(["run", "--ui=none"] + flags + ["-e", code], joinsErrors: true)
    }
    let joined = try await run("--log-format=journal")
    #expect(joined.output == "before\n<6>hello n=1\n", "what was printed before stands before it")
    #expect(try await run("--log-file=\(place)", "--log-format=journal").output == "before\n")
    #expect(try await run("--log-file", place, "--log-format=journal").output == "before\n")
    #expect(try String(contentsOfFile: place, encoding: .utf8) == "<6>hello n=1\n<6>hello n=1\n")
    #expect(try await run("--log-file=/none/x").exitCode == 2)
  }
}
