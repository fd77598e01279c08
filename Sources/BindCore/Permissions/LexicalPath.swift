/// Paths as text: no disk is asked, so a symbolic link is not seen. Compared byte by byte, as the kernel does:
/// Swift's own comparison takes differently composed characters for equal, and a combining sign may swallow a slash.
package enum LexicalPath {
  private static let slash = UInt8(ascii: "/")

  /// `path` made absolute from `folder`, without empty and `.` components. `..` stays: what it means depends on links.
  package static func joined(_ path: String, in folder: String) -> String {
    let whole = path.utf8.first == slash ? path : folder + "/" + path
    return spelled(components(whole).filter { $0 != "." })
  }

  /// As `joined`, and `..` takes its neighbour away. Right where no link is on the way.
  package static func absolute(_ path: String, in folder: String) -> String {
    var kept: [String] = []
    for part in components(joined(path, in: folder)) {
      if part == ".." { _ = kept.popLast() } else { kept.append(part) }
    }
    return spelled(kept)
  }

  /// The names between the slashes.
  package static func components(_ path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  /// The absolute path of these names.
  package static func spelled(_ components: [String]) -> String {
    components.isEmpty ? "/" : components.reduce(into: "") { $0 += "/" + $1 }
  }

  /// The path itself, or something below it. Both absolute.
  package static func contains(_ folder: String, _ path: String) -> Bool {
    if folder == "/" { return true }
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.isEmpty || rest.first == slash
  }

  /// The folder and the last component.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let end = path.utf8.lastIndex(of: slash) else { return ("", path) }
    let folder = path[..<end]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: end)...]))
  }
}
