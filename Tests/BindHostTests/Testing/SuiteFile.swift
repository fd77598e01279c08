import Foundation
import TestSupport

/// A file below `Tests/Suites`: tests whose outcome is known. `-- exit: n` is the exit code, `-- args: …` stands before the
/// path, and `<name>.txt` beside it is what `bindhost test` says, times apart.
struct SuiteFile: CustomStringConvertible, Sendable {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Suites")

  let name: String
  private(set) var exitCode: Int32 = 0
  private(set) var arguments: [String] = []

  var description: String { name }

  static let all: [SuiteFile] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix("_test.lua") }.sorted().map(SuiteFile.init)
  }()

  init(_ name: String) {
    self.name = name
    let text = (try? String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix("-- ") {
      if line.hasPrefix("-- exit: ") { exitCode = Int32(line.dropFirst(9)) ?? 0 }
      if line.hasPrefix("-- args: ") { arguments = line.dropFirst(9).split(separator: " ").map(String.init) }
    }
  }

  var golden: URL { Self.folder.appending(path: String(name.dropLast(4)) + ".txt") }

  /// Runs it with more words before its path.
  func run(_ more: String...) async throws -> BuiltProgram.Run {
    try await BuiltProgram.bindhost.run(
      ["test"] + arguments + more + [name], in: Self.folder, environment: ["NO_COLOR": "1", "LANG": "C.UTF-8"])
  }

  /// Without the times, which differ.
  static func timeless(_ text: String) -> String {
    text.replacing(#/ \(\d+\.\d{3} s\)/#, with: "")
  }
}

/// A folder of its own with files in it, gone afterwards.
final class ScratchFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "bindhost-tests-\(UUID().uuidString)")

  init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ name: String, _ text: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func text(_ name: String) -> String? { try? String(contentsOf: url.appending(path: name), encoding: .utf8) }

  func test(_ words: String...) async throws -> BuiltProgram.Run {
    try await BuiltProgram.bindhost.run(
      ["test"] + words, in: url, environment: ["NO_COLOR": "1", "LANG": "C.UTF-8"])
  }
}
