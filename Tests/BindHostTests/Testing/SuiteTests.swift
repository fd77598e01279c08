import Foundation
import TestSupport
import Testing

/// `bindhost test` on suites whose outcome is known, to the letter. With `BINDHOST_WRITE_SUITES` set the texts are written
/// anew, to be looked at by a person.
@Suite("Suites of tests") struct SuiteTests {
  @Test(arguments: SuiteFile.all) func itSaysWhatItSaid(_ suite: SuiteFile) async throws {
    let run = try await suite.run()
    #expect(!run.ranOutOfTime)
    #expect(run.exitCode == suite.exitCode)
    #expect(run.errors == "")
    let said = SuiteFile.timeless(run.output)
    if ProcessInfo.processInfo.environment["BINDHOST_WRITE_SUITES"] != nil {
      try said.write(to: suite.golden, atomically: true, encoding: .utf8)
    }
    #expect(said == (try String(contentsOf: suite.golden, encoding: .utf8)))
  }

  @Test func everyExpectationThereIsFailsInItsSuite() async throws {
    let run = try await SuiteFile("every_expectation_fails_test.lua").run()
    #expect(!run.output.contains("✓"))
    let text = try String(
      contentsOf: SuiteFile.folder.appending(path: "every_expectation_fails_test.lua"), encoding: .utf8)
    for name in ["to_equal", "to_be", "to_contain", "to_match", "to_be_near", "to_raise", "to_become"] {
      #expect(text.contains("):\(name)"), "\(name)")
      #expect(text.contains(":never():\(name)") || ["to_match", "to_be_near"].contains(name), "never \(name)")
    }
  }

  @Test func anErrorInACallbackIsSilentInNoCase() async throws {
    let run = try await SuiteFile("no_error_is_silent_test.lua").run()
    #expect(!run.output.contains("✓"))
    #expect(run.output.contains("0 passed, 26 failed"))
  }

  /// The five scripts of the manual, unchanged but for their first line.
  @Test func theExamplesPassTheirTests() async throws {
    let examples = SuiteFile.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples")
    let run = try await BuiltProgram.bindhost.run(["test", "examples"], in: examples.deletingLastPathComponent())
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    for name in ["03-toggle", "profile", "settings", "server", "prefs"] {
      #expect(run.output.contains("examples/\(name)_test.lua"))
    }
    #expect(!run.output.contains("✗"))
  }
}
