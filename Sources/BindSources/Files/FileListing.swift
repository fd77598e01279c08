import BindCore
import CUV
import Glibc

/// Lists a folder, blocking: for the thread pool.
enum FileListing {
  /// More entries than this are an error and not a list.
  static let limit = 100_000

  /// - Parameter path: canonical.
  /// - Returns: sorted by name; links are not followed.
  static func entries(of path: String) throws(SystemError) -> [FileEntry] {
    let folder = try OpenFolder(path)
    let copy = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError(code: -errno) }
    guard let listing = fdopendir(copy) else {
      _ = Glibc.close(copy)
      throw SystemError(code: -errno)
    }
    defer { closedir(listing) }
    var entries: [FileEntry] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      guard entries.count < limit else { throw SystemError(code: UV_E2BIG.rawValue) }
      // One that is gone by now is not there.
      if let status = status(of: name, in: folder) { entries.append(FileEntry(name: name, status: status)) }
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func status(of name: String, in folder: borrowing OpenFolder) -> FileStatus? {
    var about = Glibc.stat()
    guard fstatat(folder.descriptor, name, &about, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    let kind: FileStatus.Kind =
      switch FileMode(about.st_mode) {
      case .regular: .file
      case .folder: .directory
      case .link: .link
      case nil: .other
      }
    let modified = Double(about.st_mtim.tv_sec) + Double(about.st_mtim.tv_nsec) * 1e-9
    return FileStatus(kind: kind, size: Int64(about.st_size), modified: WallTime(seconds: modified))
  }
}
