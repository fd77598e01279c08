import Foundation
import TestSupport
import Testing

/// A script below `Tests/Scripts`, by its path there.
struct ScriptFile: CustomTestStringConvertible, Sendable {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scripts")

  let path: String
  var testDescription: String { path }

  /// Every script but modules: a file whose name begins with `_` is required by others. `BINDHOST_TEST_SCRIPT` names a
  /// single one.
  static let all: [ScriptFile] = {
    if let one = ProcessInfo.processInfo.environment["BINDHOST_TEST_SCRIPT"] { return [ScriptFile(path: one)] }
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { $0.hasSuffix(".lua") && !($0.split(separator: "/").last ?? "").hasPrefix("_") }
      .sorted().map(ScriptFile.init)
  }()
}

@Suite("Scripts") struct ScriptTests {
  /// Where the scripts' state folders are made: in memory where the machine has that, as a disk that is busy with a
  /// build answers after seconds, which a script whose lock is held meanwhile is rightly warned of.
  private static let stateFolders: URL = {
    let memory = "/dev/shm"
    let isThere = FileManager.default.isWritableFile(atPath: memory)
    return isThere ? URL(filePath: memory) : FileManager.default.temporaryDirectory
  }()

  @Test func thereAreScriptsToRun() {
    #expect(ScriptFile.all.count > 50)
  }

  /// Counted by `scripts/totals.awk`: one case, one test, and one issue at most for each.
  @Test(arguments: ScriptFile.all) func scriptKeepsItsPromises(_ script: ScriptFile) async throws {
    let url = ScriptFile.folder.appending(path: script.path)
    let expectations = ScriptExpectations(try String(contentsOf: url, encoding: .utf8))
    var arguments = ["run"]
    if !expectations.arguments.contains(where: { $0.hasPrefix("--ui") }) { arguments.append("--ui=none") }
    let server = expectations.needsDemoServer ? try DemoServerProgram() : nil
    defer { server?.stop() }
    if let server { arguments.append("--allow-net=127.0.0.1:\(server.port)") }
    arguments += expectations.arguments + [url.lastPathComponent]
    if let server { arguments += ["--", server.url] }
    // What a script keeps is its own, and gone afterwards.
    let state = Self.stateFolders.appending(path: "bindhost-state-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: state) }
    let run = try await BuiltProgram.bindhost.run(
      arguments, in: url.deletingLastPathComponent(), environment: ["BINDHOST_STATE_DIR": state.path])
    var differences = expectations.differences(output: run.output, errors: run.errors, exitCode: run.exitCode)
    if run.ranOutOfTime { differences.insert("it was still running after \(BuiltProgram.deadline)", at: 0) }
    if !differences.isEmpty {
      let seen = "--- output\n\(run.output)--- errors\n\(run.errors)---"
      Issue.record("\(script.path): \(differences.joined(separator: "\n"))\n\(seen)")
    }
  }
}
