import Foundation
import TestSupport
import Testing

/// A mistake that people make, below `Tests/Mistakes`: the script, and beside it what the program says, to the letter, with
/// the exit code at its end. `-- args:` in the first line gives flags.
struct Mistake: CustomTestStringConvertible, Sendable {
  static let folder = ScriptFile.folder.deletingLastPathComponent().appending(path: "Mistakes")

  let name: String
  var testDescription: String { name }
  var script: URL { Self.folder.appending(path: name + ".lua") }
  var answer: URL { Self.folder.appending(path: name + ".txt") }

  static let all: [Mistake] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.sorted().map { Mistake(name: String($0.dropLast(4))) }
  }()

  var flags: [String] {
    get throws {
      let first = try String(contentsOf: script, encoding: .utf8).prefix { $0 != "\n" }
      return first.hasPrefix("-- args: ") ? first.dropFirst(9).split(separator: " ").map(String.init) : []
    }
  }
}

@Suite("Mistakes that people make") struct MistakeTests {
  @Test func thereAreSixtyAtLeast() throws {
    #expect(Mistake.all.count >= 60)
    // No answer without its script.
    let names = try FileManager.default.contentsOfDirectory(atPath: Mistake.folder.path)
    #expect(names.count == 2 * Mistake.all.count)
  }

  /// `BINDHOST_WRITE_ANSWERS=1` writes what the program says now; read it before it is kept.
  @Test(arguments: Mistake.all) func theProgramSaysWhatIsWrongAndWhatMendsIt(_ mistake: Mistake) async throws {
    let state = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: state) }
    let run = try await BuiltProgram.bindhost.run(
      ["run", "--ui=none", "--timeout=20s"] + mistake.flags + [mistake.script.lastPathComponent], in: Mistake.folder,
      environment: ["BINDHOST_STATE_DIR": state.path, "LANG": "C.UTF-8", "LC_ALL": "", "NO_COLOR": "1"])
    let said = run.output + run.errors + "[exit \(run.exitCode)]\n"
    if ProcessInfo.processInfo.environment["BINDHOST_WRITE_ANSWERS"] != nil {
      try Data(said.utf8).write(to: mistake.answer)
    }
    #expect(try said == String(contentsOf: mistake.answer, encoding: .utf8))
  }
}
