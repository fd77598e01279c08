import BindCore
import Glibc

/// Screens that were kept, a file for each name, in a folder beside the tests: `__snapshots__/profile_test/loaded.txt`.
struct TestSnapshots {
  private let folder: String
  private let shownFolder: String
  private let updates: Bool
  /// Kept by this run.
  private(set) var written = 0

  init(of file: TestFile, updates: Bool) {
    let name = LexicalPath.split(file.path).name
    let base = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    folder = file.folder + "/__snapshots__/" + base
    let lead = LexicalPath.split(file.name).folder
    shownFolder = (lead.isEmpty ? "" : lead + "/") + "__snapshots__/" + base
    self.updates = updates
  }

  /// - Throws: `test.snapshot`.
  mutating func compare(_ name: String, with text: String) throws(Diagnostic) {
    guard Self.isName(name) else {
      throw Diagnostic(
        .bindArgument, "test.snapshot: '\(name)' cannot be a file's name",
        notes: ["letters, digits, spaces and . - _ are taken"])
    }
    let path = folder + "/" + name + ".txt"
    let shown = shownFolder + "/" + name + ".txt"
    let kept = try? ScriptText.load(.file(path))
    let now = text + "\n"
    let before = kept.map { String(decoding: $0.bytes, as: UTF8.self) }
    if before == now { return }
    guard updates else {
      guard let before else {
        throw Diagnostic(
          .testSnapshot, "there is no snapshot '\(name)' yet",
          notes: ["bindhost test --update-snapshots writes \(shown)"] + lines("now", text))
      }
      throw Diagnostic(
        .testSnapshot, "the screen differs from the snapshot '\(name)'",
        notes: differences(before, now) + ["kept in \(shown); --update-snapshots keeps what is shown now"])
    }
    try write(now, to: path, shown: shown)
    written += 1
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || " .-_".unicodeScalars.contains($0)
      }
  }

  private func lines(_ title: String, _ text: String) -> [String] {
    [
      "\(title):\n"
        + text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
    ]
  }

  /// What went with `-` and what came with `+`, as far as the two go apart.
  private func differences(_ before: String, _ now: String) -> [String] {
    let old = before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = now.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var shown: [String] = []
    for step in new.difference(from: old) {
      switch step {
      case .remove(let line, let text, _): shown.append("- \(line + 1): \(text)")
      case .insert(let line, let text, _): shown.append("+ \(line + 1): \(text)")
      }
    }
    let limit = 40
    return shown.count <= limit ? shown : shown.prefix(limit) + ["… and \(shown.count - limit) more"]
  }

  private func write(_ text: String, to path: String, shown: String) throws(Diagnostic) {
    var made = ""
    for part in LexicalPath.components(folder) {
      made += "/" + part
      mkdir(made, 0o777)
    }
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failed(shown) }
    let problem = writeAll(text, to: descriptor)
    close(descriptor)
    guard problem == 0, rename(temporary, path) == 0 else { throw failed(shown) }
  }

  private func failed(_ path: String) -> Diagnostic {
    Diagnostic(.fileFailed, "\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
