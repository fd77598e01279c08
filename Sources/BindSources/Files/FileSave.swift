import BindCore
import CUV
import Glibc

/// Writes a file, blocking: for the thread pool.
enum FileSave {
  /// Makes or replaces a file. Whoever reads it sees the old content or the new one, also after a crash: it is written
  /// beside its place, brought to the disk and then renamed. What is no regular file is written to as it is.
  /// - Parameter path: canonical.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let (folderPath, name) = LexicalPath.split(path)
    let folder = try OpenFolder(folderPath)
    var about = Glibc.stat()
    var mode: mode_t?
    if fstatat(folder.descriptor, name, &about, AT_SYMLINK_NOFOLLOW) == 0 {
      switch FileMode(about.st_mode) {
      case .regular: mode = about.st_mode & 0o7777
      case .folder: throw SystemError(code: UV_EISDIR.rawValue)
      case .link: throw SystemError(code: UV_ELOOP.rawValue)
      case nil: return try writeInPlace(folder, name, bytes, O_WRONLY)
      }
    }
    if bh_files_kind(folderPath) == Int32(BH_FILES_MADE_UP) { return try writeInPlace(folder, name, bytes, O_WRONLY) }
    try replace(name, in: folder, with: bytes, mode: mode)
  }

  /// Writes at the end of a file, which is made if there is none.
  static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let (folderPath, name) = LexicalPath.split(path)
    try writeInPlace(try OpenFolder(folderPath), name, bytes, O_WRONLY | O_APPEND | O_CREAT)
  }

  private static func replace(
    _ name: String, in folder: borrowing OpenFolder, with bytes: [UInt8], mode: mode_t?
  ) throws(SystemError) {
    let temporary = ".\(name.prefix(200)).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let file = openat(folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(code: -errno) }
    var isOpen = true
    do throws(SystemError) {
      if let mode { try succeeding(Int(fchmod(file, mode))) }
      try write(bytes, to: file)
      try succeeding(Int(fsync(file)))
      isOpen = false
      try succeeding(Int(Glibc.close(file)))
      try succeeding(Int(renameat(folder.descriptor, temporary, folder.descriptor, name)))
    } catch {
      if isOpen { _ = Glibc.close(file) }
      _ = unlinkat(folder.descriptor, temporary, 0)
      throw error
    }
    // The name too is to be there after a crash. Some file systems cannot say so for a folder.
    _ = fsync(folder.descriptor)
  }

  private static func writeInPlace(
    _ folder: borrowing OpenFolder, _ name: String, _ bytes: [UInt8], _ flags: Int32
  ) throws(SystemError) {
    // Not blocking: a pipe that nobody reads must not hold a thread of the pool.
    let file = openat(folder.descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(code: -errno) }
    defer { _ = Glibc.close(file) }
    try write(bytes, to: file)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try succeeding(count)
      rest = rest.dropFirst(count)
    }
  }
}
