import Testing

@Suite("Expectations in scripts") struct ScriptExpectationsTests {
  static let script = """
    -- args: --allow-read=/proc --once
    print("40%")            -- expect: 40%
    volume:set("loud")      -- expect warning: bind.transform_failed
    print("a -- b")         -- expect: a -- b
    error "boom"            -- expect error: script.error
    """
  static let report = """
    error[bind.transform_failed]: transform raised: no
      ┌─ x.lua:3
     3│ volume:set("loud")
      = while delivering
    warning: a second line of nothing
    error[script.error]: boom
      stack: x.lua:5 in main chunk

    """.replacing("warning: a second line of nothing\n", with: "")

  func differences(_ script: String = script, output: String, errors: String = "", exitCode: Int32 = 0) -> [String] {
    ScriptExpectations(script).differences(output: output, errors: errors, exitCode: exitCode)
  }

  @Test func commentsAreReadInOrder() {
    let expectations = ScriptExpectations(Self.script)
    #expect(expectations.arguments == ["--allow-read=/proc", "--once"])
    #expect(expectations.output == ["40%", "a -- b"])
    #expect(expectations.reports.map(\.id) == ["bind.transform_failed", "script.error"])
    #expect(expectations.reports.map(\.mustBeError) == [false, true])
    #expect(expectations.mistakes.isEmpty)
  }

  @Test func aRunThatKeepsEveryPromisePasses() {
    #expect(differences(output: "40%\na -- b\n", errors: Self.report, exitCode: 1).isEmpty)
    #expect(differences("print() -- expect:\n", output: "\n").isEmpty)
    #expect(
      differences(
        "-- exit: 3\n-- expect stderr: not allowed\n-- expect error: host.not_permitted",
        output: "", errors: "error[host.not_permitted]: not allowed\n", exitCode: 3
      ).isEmpty)
  }

  @Test func eachWayToBreakAPromiseIsFound() {
    let good = "40%\na -- b\n"
    #expect(
      differences(output: "41%\na -- b\n", errors: Self.report, exitCode: 1)
        == ["output 1: expected '40%', saw '41%'"])
    #expect(
      differences(output: "40%\n", errors: Self.report, exitCode: 1)
        == ["output 2: expected 'a -- b', saw nothing more"])
    #expect(
      differences(output: good + "more\n", errors: Self.report, exitCode: 1)
        == ["output 3: expected nothing more, saw 'more'"])
    #expect(differences(output: "a -- b\n40%\n", errors: Self.report, exitCode: 1).count == 1)
    #expect(
      differences(output: good, errors: "", exitCode: 0)
        == ["report 1: expected 'bind.transform_failed', saw nothing more"])
    #expect(differences(output: good, errors: Self.report, exitCode: 0) == ["exit code 0 instead of 1"])
  }

  @Test func aReportThatNobodyExpectsIsFound() {
    let script = "print(1) -- expect: 1"
    #expect(
      differences(script, output: "1\n", errors: "warning[bind.lost_update]: x\n")
        == ["report 1: expected nothing more, saw 'warning[bind.lost_update]'"])
    #expect(
      differences(script, output: "1\n", errors: "Segmentation fault\n")
        == ["unexpected on standard error: Segmentation fault"])
    #expect(differences(script, output: "1\n", errors: "", exitCode: 139) == ["exit code 139 instead of 0"])
    #expect(differences(script, output: "1\n", errors: "  indented before any report\n").count == 1)
  }

  @Test func anErrorMustBeDrawnAsOneAWarningNeedNot() {
    let warning = "warning[bind.path]: x\n"
    #expect(differences("-- expect warning: bind.path", output: "", errors: warning).isEmpty)
    #expect(
      differences("-- expect error: bind.path", output: "", errors: warning)
        == ["report 1: expected 'bind.path', saw 'warning[bind.path]'"])
  }

  @Test func aScriptWithoutAnyExpectationFails() {
    #expect(differences("print(1)", output: "1\n").contains("the script expects nothing"))
    #expect(differences("-- args: --once", output: "").contains("the script expects nothing"))
  }

  @Test func aMistypedExpectationIsNotOverlooked() {
    #expect(
      differences("print(1) -- expects: 1\nprint(2) -- expect: 2", output: "2\n")
        == ["this is no expectation: line 1: -- expects: 1"])
    #expect(ScriptExpectations("-- expect warnings: x\n-- exit: soon\n-- expect 1").mistakes.count == 3)
  }

  @Test func theTextOnStandardErrorIsSearchedLineByLine() {
    let script = "-- expect error: script.error\n-- expect stderr: in main chunk"
    #expect(
      differences(script, output: "", errors: "error[script.error]: x\n  stack: a in main chunk\n", exitCode: 1).isEmpty
    )
    #expect(
      differences(script, output: "", errors: "error[script.error]: x\n", exitCode: 1)
        == ["standard error nowhere says: in main chunk"])
  }
}
