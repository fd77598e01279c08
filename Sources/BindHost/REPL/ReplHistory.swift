import BindCore
import Glibc

/// The lines that were typed, in a file that its owner alone can read.
struct ReplHistory {
  /// nil: nothing is kept.
  private let path: String?
  static let limit = 1000

  /// `$XDG_STATE_HOME/bindhost/repl_history`, or below `~/.local/state`.
  init(environment: (String) -> String?) {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
    path = base.map { $0 + "/bindhost/repl_history" }
  }

  /// Oldest first. What cannot be read is no history.
  func load() -> [String] {
    guard let path else { return [] }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    if lines.count > 2 * Self.limit { rewrite(lines.suffix(Self.limit), path) }
    return lines.suffix(Self.limit)
  }

  /// One more line; several hosts may add to the file at the same time.
  func add(_ line: String) {
    guard let path else { return }
    makeFolder(of: path)
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = fchmod(file, 0o600)
    writeAll(line + "\n", to: file)
  }

  /// Keeps the file from growing for ever.
  private func rewrite(_ lines: ArraySlice<String>, _ path: String) {
    let new = path + ".\(getpid())"
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let code = writeAll(lines.map { $0 + "\n" }.joined(), to: file)
    close(file)
    if code != 0 || rename(new, path) != 0 { unlink(new) }
  }

  private func makeFolder(of path: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      _ = mkdir(folder, 0o700)
    }
  }
}
