package import BindCore
import Glibc

/// The text of a script, ready for Lua.
package struct ScriptText: Equatable, Sendable {
  /// As positions and messages call it: the path as it was given, `-` or `-e`.
  package var name: String
  /// Where relative paths and `require` start: the folder of the file, else the current one.
  package var folder: String
  /// Lines are numbered as in the file: a `#!` line is blanked, not dropped.
  package var bytes: [UInt8]

  package init(name: String, folder: String, bytes: [UInt8]) {
    self.name = name
    self.folder = folder
    self.bytes = bytes
    if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { self.bytes.removeFirst(3) }
    if self.bytes.first == UInt8(ascii: "#") {
      self.bytes.removeSubrange(..<(self.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? self.bytes.endIndex))
    }
  }

  /// Reads the whole script.
  /// - Throws: `host.no_such_file`, exit code `ExitCode.noSuchFile`.
  package static func load(_ source: ScriptSource) throws(Diagnostic) -> ScriptText {
    switch source {
    case .inline(let code): return ScriptText(name: "-e", folder: ".", bytes: Array(code.utf8))
    case .standardInput:
      return ScriptText(name: "-", folder: ".", bytes: try read(STDIN_FILENO, name: "standard input"))
    case .file(let path):
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw unreadable(path) }
      defer { close(file) }
      return ScriptText(name: path, folder: folder(of: path), bytes: try read(file, name: path))
    }
  }

  /// Reads a module: a regular file, and the one that the gate has seen.
  static func load(module: AdmittedPath) throws(Diagnostic) -> ScriptText {
    let file = open(module.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw unreadable(module.name) }
    defer { close(file) }
    var about = stat()
    guard fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
      throw Diagnostic(.hostNoSuchFile, "\(module.name) cannot be read: it is no regular file")
    }
    return ScriptText(name: module.name, folder: folder(of: module.path), bytes: try read(file, name: module.name))
  }

  private static func read(_ file: Int32, name: String) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw unreadable(name)
      }
    }
  }

  private static func unreadable(_ name: String) -> Diagnostic {
    let reason = errno
    if reason == ENOENT { return Diagnostic(.hostNoSuchFile, "there is no file \(name)") }
    return Diagnostic(.hostNoSuchFile, "\(name) cannot be read: \(String(cString: strerror(reason)))")
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
