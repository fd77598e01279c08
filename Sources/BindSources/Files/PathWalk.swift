import BindCore
import Glibc

/// Follows a path through the disk, one name at a time, as the kernel would.
enum PathWalk {
  /// Links followed at most; more is a loop.
  static let linkLimit = 40

  /// The canonical path: every link and `..` of the part that exists followed, the rest appended as text.
  /// - Parameters:
  ///   - path: absolute.
  ///   - visit: called for each folder and the name looked up in it, before the disk is asked.
  static func canonical(_ path: String, visit: (_ folder: String, _ name: String) -> Void = { _, _ in }) -> String {
    var done: [String] = []
    var ahead = Array(LexicalPath.components(path).reversed())
    var links = 0
    while let name = ahead.popLast() {
      if name == "." { continue }
      if name == ".." {
        _ = done.popLast()
        continue
      }
      let folder = LexicalPath.spelled(done)
      visit(folder, name)
      done.append(name)
      guard let target = link(at: LexicalPath.spelled(done)), links < linkLimit else { continue }
      links += 1
      done.removeLast()
      if target.utf8.first == UInt8(ascii: "/") { done = [] }
      ahead += LexicalPath.components(target).reversed()
    }
    return LexicalPath.spelled(done)
  }

  /// Where a symbolic link leads; nil if it is none, or nothing is there.
  static func link(at path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(path, buffer.baseAddress!, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

/// The gate's questions, answered by the disk.
final class RealPaths: PathResolver {
  func canonical(_ path: String) -> String { PathWalk.canonical(path) }

  func locate(_ program: String) -> String? { HostEnvironment.locate(program) }
}
