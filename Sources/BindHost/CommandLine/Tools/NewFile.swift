import BindCore
import Glibc

/// Files that a tool of the command line writes for the person who called it.
enum NewFile {
  /// - Parameter isReplacing: false: a file that is there stays as it is.
  /// - Throws: `file.failed` with what mends it.
  static func write(_ text: String, to path: String, replacing isReplacing: Bool = false) throws(Diagnostic) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isReplacing ? O_TRUNC : O_EXCL)
    let file = open(path, flags, 0o666)
    guard file >= 0 else {
      let reason = errno
      if reason == EEXIST {
        throw Diagnostic(
          .fileFailed, "\(path) is there already, and nothing is overwritten",
          notes: ["give another name, or move it away"])
      }
      throw Diagnostic(.fileFailed, "\(path) cannot be written: \(String(cString: strerror(reason)))")
    }
    defer { close(file) }
    let code = writeAll(text, to: file)
    guard code == 0 else {
      throw Diagnostic(.fileFailed, "\(path) cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// One that is there already will do.
  static func makeFolder(_ path: String) throws(Diagnostic) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      guard mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
      throw Diagnostic(.fileFailed, "the folder \(made) cannot be made: \(String(cString: strerror(errno)))")
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
