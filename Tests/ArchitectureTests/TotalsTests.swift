import Foundation
import TestSupport
import Testing

/// `scripts/totals.awk` decides whether a run was green, so it is tested with event streams written by hand.
@Suite("The totals of a test run") struct TotalsTests {
  static let function = #"M.S\/works()\/File.swift:3:4"#
  static let scripts = #"M.ScriptTests\/scriptKeepsItsPromises(_:)\/ScriptTests.swift:30:4"#

  func event(_ kind: String, _ id: String? = nil, symbol: String = "default") -> String {
    let test = id.map { #","testID":"\#($0)""# } ?? ""
    let message = #"{"symbol":"\#(symbol)","text":"…"}"#
    return #"{"kind":"event","payload":{"kind":"\#(kind)","messages":[\#(message)]\#(test)},"version":"6.3.0"}"#
  }

  func passing(_ id: String) -> [String] { [event("testStarted", id), event("testEnded", id, symbol: "pass")] }

  func failing(_ id: String) -> [String] {
    [event("testStarted", id), event("issueRecorded", id, symbol: "fail"), event("testEnded", id, symbol: "fail")]
  }

  func totals(_ events: [String], status: Int = 0) throws -> (line: String, exitCode: Int32) {
    let (text, status) = try ChildProcess.output(
      of: ["/usr/bin/env", "awk", "-v", "status=\(status)", "-f", "scripts/totals.awk"], in: Project.root,
      input: events.map { $0 + "\n" }.joined())
    return (text.trimmingCharacters(in: .newlines), status)
  }

  @Test func functionsCountAndSuitesDoNot() throws {
    let suite = [event("testStarted", "M.S"), event("testEnded", "M.S", symbol: "pass")]
    let result = try totals(suite + passing(Self.function) + passing(Self.function + "0") + [event("runEnded")])
    #expect(result == ("2 passed, 0 failed", 0))
  }

  @Test func aFailedFunctionMakesTheRunRed() throws {
    let events = failing(Self.function) + passing(Self.function + "0") + [event("runEnded", symbol: "fail")]
    #expect(try totals(events, status: 1) == ("1 passed, 1 failed", 1))
  }

  @Test func eachScriptCountsAsATest() throws {
    let cases = [String](repeating: event("testCaseEnded", Self.scripts), count: 5)
    let green = [event("testStarted", Self.scripts)] + cases + [event("testEnded", Self.scripts, symbol: "pass")]
    #expect(try totals(green + [event("runEnded")]) == ("5 passed, 0 failed", 0))
    let issues = [String](repeating: event("issueRecorded", Self.scripts, symbol: "fail"), count: 2)
    let red =
      [event("testStarted", Self.scripts)] + cases + issues + [event("testEnded", Self.scripts, symbol: "fail")]
    #expect(try totals(red + [event("runEnded")], status: 1) == ("3 passed, 2 failed", 1))
  }

  @Test func aTestThatNeverEndedHasFailed() throws {
    #expect(
      try totals(passing(Self.function) + [event("testStarted", Self.function + "0")], status: 1)
        == ("1 passed, 1 failed", 1))
  }

  @Test func aRunThatBrokeOffOrNeverBeganIsNotGreen() throws {
    #expect(try totals(passing(Self.function)) == ("1 passed, 1 failed", 1))
    #expect(try totals([]) == ("0 passed, 1 failed", 1))
    #expect(try totals([event("runEnded")]) == ("0 passed, 1 failed", 1))
    #expect(try totals(passing(Self.function) + [event("runEnded")], status: 1) == ("1 passed, 1 failed", 1))
  }

  @Test func aSkippedTestCountsNeitherWay() throws {
    let skipped = [event("testSkipped", Self.function + "0", symbol: "skip")]
    #expect(try totals(passing(Self.function) + skipped + [event("runEnded")]) == ("1 passed, 0 failed", 0))
  }
}
