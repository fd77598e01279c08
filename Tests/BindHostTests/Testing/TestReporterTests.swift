import Foundation
import TestSupport
import Testing

/// What other programs read of `bindhost test`.
@Suite("Reporters of tests") struct TestReporterTests {
  static let tests = """
    describe("a <b> & \\"c\\"", function()
      it("passes # not a directive", function() end)
      it("fails ]]> \\1\\27[31m", function() print("some <output>\\0") expect("one\\ntwo"):to_equal "x" end)
    end)
    it "is pending"
    """

  private func run(_ format: String, _ words: String...) async throws -> BuiltProgram.Run {
    let folder = try ScratchFolder(["odd_test.lua": Self.tests, "bad_test.lua": "it("])
    return try await BuiltProgram.bindhost.run(["test", "--reporter=\(format)"] + words, in: folder.url)
  }

  @Test func junitIsXMLThatOthersRead() async throws {
    let run = try await run("junit", "--shuffle=7")
    #expect(run.exitCode == 1)
    let scratch = try ScratchFolder(["report.xml": run.output])
    func ask(_ path: String) throws -> String {
      let report = scratch.url.appending(path: "report.xml").path
      let (text, status) = try ChildProcess.output(of: ["/usr/bin/xmllint", "--nonet", "--xpath", path, report])
      #expect(status == 0, "\(path)")
      return text.trimmingCharacters(in: .newlines)
    }
    #expect(try ask("string(/testsuites/@tests)") == "4")
    #expect(try ask("string(/testsuites/@failures)") == "2")
    #expect(try ask("string(/testsuites/@skipped)") == "1")
    #expect(try ask("count(//testsuite)") == "2")
    #expect(try ask("count(//testcase/failure)") == "2")
    #expect(try ask("count(//testcase/skipped)") == "1")
    #expect(try ask("string(//property[@name='seed']/@value)") == "7")
    #expect(try ask("string(//testcase[starts-with(@name, 'passes')]/@classname)") == "odd_test.lua.a <b> & \"c\"")
    #expect(try ask("string(//testcase[starts-with(@name, 'fails')]/@line)") == "3")
    #expect(try ask("string(//testcase[starts-with(@name, 'fails')]/failure)").contains("expected  \"x\""))
    #expect(try ask("string(//testcase[starts-with(@name, 'fails')]/system-out)").contains("some <output>"))
  }

  @Test func tapFollowsItsGrammar() async throws {
    let run = try await run("tap")
    var document = TAPDocument(run.output)
    try document.read()
    #expect(document.results.map(\.isOK) == [false, true, false, true])
    #expect(document.results.map(\.directive) == ["", "", "", "SKIP it has no function yet"])
    #expect(document.results[1].name.hasSuffix("passes # not a directive"))
    #expect(document.results[2].block.contains { $0.contains("message: ") })
    #expect(document.plan == 4)
  }

  @Test func jsonHasTheTotalsAndTheErrors() async throws {
    let run = try await run("json", "--shuffle=7")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run.output)")
    #expect(report["v"] as? Int == 1)
    #expect(report["passed"] as? Int == 1)
    #expect(report["failed"] as? Int == 2)
    #expect(report["pending"] as? Int == 1)
    #expect(report["seed"] as? Int == 7)
    #expect(report["complete"] as? Bool == true)
    let tests = try #require(report["tests"] as? [[String: Any]])
    let failed = try #require(tests.first { ($0["name"] as? String)?.hasPrefix("fails") ?? false })
    #expect(failed["suites"] as? [String] == ["a <b> & \"c\""])
    #expect(failed["status"] as? String == "failed")
    let errors = try #require(failed["errors"] as? [[String: Any]])
    #expect(errors[0]["id"] as? String == "test.failed")
    #expect(errors[0]["line"] as? Int == 3)
  }

  /// What a script raises may be anything.
  @Test func jsonTellsOfErrorsThatJSONCannotSay() async throws {
    let raised = [
      "nothing()", "error(print)", "error { f = print, n = 0 / 0, s = '\\xff' }", "error(0 / 0)", "error()",
    ]
    let deep = "local t = {} for _ = 1, 90 do t = { t } end error { deep = t }"
    let tests = (raised + [deep]).map { "it([[\($0)]], function() \($0) end)" }.joined(separator: "\n")
    let folder = try ScratchFolder(["odd_test.lua": tests])
    let run = try await folder.test("--json")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(report?["failed"] as? Int == 6)
    let told = try #require(report?["tests"] as? [[String: Any]])
    #expect(told.allSatisfy { ($0["errors"] as? [[String: Any]])?.first?["message"] is String })
  }

  @Test func prettyNeverDrivesTheTerminal() async throws {
    let run = try await run("pretty", "--color=never")
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    #expect(run.output.contains("1 passed, 2 failed, 1 pending in 2 files"))
  }
}

/// TAP 14, as strictly as its grammar says it.
private struct TAPDocument {
  struct Result {
    var isOK: Bool
    var name: String
    var directive: String
    var block: [String] = []
  }

  struct Misread: Error { var line: String }

  private var lines: ArraySlice<Substring>
  private(set) var results: [Result] = []
  private(set) var plan: Int?

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...] }

  mutating func read() throws {
    guard lines.popFirst() == "TAP version 14" else { throw Misread(line: "version") }
    while let line = lines.popFirst() {
      if line.hasPrefix("#") { continue }
      if let match = line.wholeMatch(of: /1\.\.(\d+)/) {
        guard plan == nil else { throw Misread(line: String(line)) }
        plan = Int(match.1)
      } else if let match = line.wholeMatch(of: /(not )?ok (\d+) - (.*)/) {
        guard Int(match.2) == results.count + 1 else { throw Misread(line: String(line)) }
        results.append(result(isOK: match.1 == nil, String(match.3)))
      } else if line == "  ---" {
        guard !results.isEmpty else { throw Misread(line: String(line)) }
        while let inner = lines.popFirst(), inner != "  ..." {
          guard inner.hasPrefix("  ") else { throw Misread(line: String(inner)) }
          results[results.count - 1].block.append(String(inner))
        }
      } else {
        throw Misread(line: String(line))
      }
    }
    guard plan == results.count else { throw Misread(line: "plan") }
  }

  /// A `#` without a backslash begins the directive.
  private func result(isOK: Bool, _ text: String) -> Result {
    var name = ""
    var directive = ""
    var isEscaped = false
    var isDirective = false
    for character in text {
      if isDirective {
        directive.append(character)
      } else if isEscaped {
        name.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "#" {
        isDirective = true
      } else {
        name.append(character)
      }
    }
    return Result(
      isOK: isOK, name: name.trimmingCharacters(in: .whitespaces),
      directive: directive.trimmingCharacters(in: .whitespaces))
  }
}
