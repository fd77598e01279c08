import Foundation
import Testing

/// `Tests/Mutations/mutations.txt` is performed by hand (`scripts/mutations`); here it is kept from rotting.
@Suite("The table of mutations") struct MutationTests {
  struct Mutation {
    let rule: String
    let title: String
    var file = ""
    var old: [Substring] = []
    var new: [Substring] = []
    var tests: [Substring] = []
  }

  private func mutations() throws -> [Mutation] {
    var found: [Mutation] = []
    for line in try Project.text(of: "Tests/Mutations/mutations.txt").split(separator: "\n")
    where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let rest = parts.count == 2 ? parts[1] : ""
      if parts[0] == "rule" {
        let words = rest.split(separator: " ", maxSplits: 1)
        found.append(
          Mutation(rule: String(words[0]), title: words.count == 2 ? words[1].trimmingCharacters(in: .whitespaces) : "")
        )
        continue
      }
      let last = try #require(found.indices.last, "a mutation begins with its rule: \(line)")
      switch parts[0] {
      case "file": found[last].file = String(rest)
      case "-": found[last].old.append(rest)
      case "+": found[last].new.append(rest)
      case "test": found[last].tests += rest.split(separator: " ")
      default: Issue.record("'\(line)' is no line of the table")
      }
    }
    return found
  }

  @Test func eachTextStandsOnceInItsFileAndIsReplacedByAnother() throws {
    for mutation in try mutations() {
      let name = "rule \(mutation.rule): \(mutation.title)"
      let old = mutation.old.joined(separator: "\n")
      #expect(!old.isEmpty && mutation.old != mutation.new, "\(name)")
      #expect(mutation.file.hasPrefix("Sources/"), "\(name)")
      let places = try Project.text(of: mutation.file).components(separatedBy: old).count - 1
      #expect(places == 1, "\(name): the text stands \(places) times in \(mutation.file)")
    }
  }

  @Test func fortyRulesAndMoreAreBroken() throws {
    let rules = Set(try mutations().map(\.rule))
    #expect(rules.count >= 40)
    let known = RulesTests.rules + (try RulesTests.listed()) + (1...8).map { "S-\($0)" }
    #expect(rules.isSubset(of: Set(known)))
  }

  @Test func eachTestThatMustFailExists() throws {
    var functions: Set<String> = []
    let folder = Project.root.appending(path: "Tests")
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix("Tests.swift") {
      for match in try Project.text(of: "Tests/\(path)").matches(of: /func `?([A-Za-z0-9_ ]+)`?\(/) {
        functions.insert(String(match.output.1))
      }
    }
    for mutation in try mutations() {
      #expect(!mutation.tests.isEmpty, "rule \(mutation.rule): \(mutation.title)")
      for test in mutation.tests {
        if test.hasPrefix("Scripts/") {
          #expect(FileManager.default.fileExists(atPath: folder.appending(path: "\(test).lua").path), "\(test)")
        } else {
          #expect(functions.contains(String(test.split(separator: "/").last ?? "")), "\(test)")
        }
      }
    }
  }
}
