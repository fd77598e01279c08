import BindCore
import Glibc

/// A file with tests.
struct TestFile: Equatable {
  /// As it was asked for or found: what messages and reports call it.
  let name: String
  /// Absolute.
  let path: String

  var folder: String { LexicalPath.split(path).folder }

  /// The files that are meant, each once, in order of their names within each path.
  /// - Throws: `host.no_such_file`.
  static func find(_ paths: [String], in workingFolder: String) throws(Diagnostic) -> [TestFile] {
    var files: [TestFile] = []
    for path in paths.isEmpty ? ["."] : paths {
      let absolute = LexicalPath.joined(path, in: workingFolder)
      var about = stat()
      guard stat(absolute, &about) == 0 else { throw Diagnostic(.hostNoSuchFile, "there is no file \(path)") }
      guard about.st_mode & S_IFMT == S_IFDIR else {
        files.append(TestFile(name: path, path: absolute))
        continue
      }
      var names: [String] = []
      search(absolute, below: "", depth: 0, into: &names)
      let lead = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
      files += names.sorted().map { TestFile(name: lead + $0, path: absolute + "/" + $0) }
    }
    var seen: Set<String> = []
    files = files.filter { seen.insert($0.path).inserted }
    guard !files.isEmpty else {
      let place = paths.isEmpty ? "this folder" : paths.joined(separator: ", ")
      throw Diagnostic(
        .hostNoSuchFile, "there is no test in \(place)", notes: ["tests stand in files that end with _test.lua"])
    }
    return files
  }

  /// Folders inside each other.
  private static let depthLimit = 64

  private static func search(_ root: String, below folder: String, depth: Int, into names: inout [String]) {
    let path = folder.isEmpty ? root : root + "/" + folder
    guard depth < depthLimit, let listing = opendir(path) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Hidden folders are other programs' own.
      guard !name.hasPrefix(".") else { continue }
      let relative = folder.isEmpty ? name : folder + "/" + name
      var about = stat()
      guard lstat(root + "/" + relative, &about) == 0 else { continue }
      switch about.st_mode & S_IFMT {
      case S_IFDIR: search(root, below: relative, depth: depth + 1, into: &names)
      case S_IFREG, S_IFLNK: if name.hasSuffix("_test.lua") { names.append(relative) }
      default: break
      }
    }
  }
}
