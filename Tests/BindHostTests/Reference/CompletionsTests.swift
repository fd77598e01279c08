import BindCore
import Foundation
import TestSupport
import Testing

@testable import BindHost

@Suite("Shell completion") struct CompletionsTests {
  /// What bash offers behind `words`, the last of which is being typed.
  func offered(_ words: String...) throws -> [String] {
    let script = """
      \(ShellCompletions.bash)
      COMP_WORDS=(bindhost \(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count)
      cd /; _bindhost; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let (text, status) = try ChildProcess.output(of: ["/bin/bash", "--norc", "-c", script])
    #expect(status == 0)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func bashOffersVerbsFlagsAndTheirValues() throws {
    #expect(try offered("do") == ["doc", "doctor"])
    #expect(Set(Grammar.verbs.map { $0.name }).isSubset(of: try offered("")))
    #expect(try offered("run", "--onc") == ["--once"])
    #expect(try offered("graph", "--format=s") == ["svg"])
    #expect(try offered("jobs", "--ui").isEmpty)
  }

  @Test func everyVerbAndFlagIsInEveryShell() {
    for text in [ShellCompletions.bash, ShellCompletions.zsh, ShellCompletions.fish] {
      for verb in Grammar.verbs {
        #expect(text.contains(verb.name))
        for flag in verb.flagShapes {
          let name = text == ShellCompletions.fish ? String(flag.long.drop { $0 == "-" }) : flag.long
          #expect(text.contains(name), "\(verb.name) \(flag.long)")
        }
      }
    }
  }

  @Test func noQuoteIsLeftOpen() {
    for text in [ShellCompletions.zsh, ShellCompletions.fish] {
      for line in text.split(separator: "\n") {
        #expect(line.count { $0 == "'" } % 2 == 0 || line.hasPrefix("#"), "\(line)")
      }
    }
  }
}
