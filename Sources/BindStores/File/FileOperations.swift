import BindCore
import Glibc

/// The system calls of a file store, each of which can be made to fail: the fault loop of the tests fails the n-th one for
/// every n.
struct FileOperations: Sendable {
  /// Asked before each call by its name; an errno other than 0 is what the call then fails with.
  var refusal: @Sendable (StaticString) -> Int32 = { _ in 0 }

  /// - Parameter path: what the message names.
  private func call<Result: SignedInteger>(
    _ name: StaticString, _ path: String, _ body: () -> Result
  ) throws(StoreError) -> Result {
    let refused = refusal(name)
    if refused != 0 { throw StoreError(errno: refused, name, path) }
    while true {
      let result = body()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw StoreError(errno: code, name, path) }
    }
  }

  func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) throws(StoreError) -> OpenFile {
    OpenFile(
      descriptor: try call("open", path) { Glibc.open(path, flags | O_CLOEXEC, mode) }, path: path, operations: self)
  }

  func rename(_ path: String, to other: String) throws(StoreError) {
    _ = try call("rename", path) { Glibc.rename(path, other) }
  }

  /// Makes the folder's entries durable.
  func synchronize(folder: String) throws(StoreError) {
    let file = try open(folder, O_RDONLY | O_DIRECTORY)
    try file.synchronize()
  }

  /// nil if there is no such file.
  func content(of path: String) throws(StoreError) -> (bytes: [UInt8], mode: mode_t)? {
    let file: OpenFile
    do throws(StoreError) { file = try open(path, O_RDONLY) } catch {
      guard error.kind == .missing, access(LexicalPath.split(path).folder, F_OK) == 0 else { throw error }
      return nil
    }
    return (try file.readToEnd(), try file.mode())
  }

  /// A file that is open; it is closed when it is let go.
  final class OpenFile {
    let descriptor: Int32
    private let path: String
    private let operations: FileOperations

    fileprivate init(descriptor: Int32, path: String, operations: FileOperations) {
      self.descriptor = descriptor
      self.path = path
      self.operations = operations
    }

    deinit { Glibc.close(descriptor) }

    func mode() throws(StoreError) -> mode_t {
      var about = Glibc.stat()
      _ = try operations.call("fstat", path) { fstat(descriptor, &about) }
      return about.st_mode & 0o7777
    }

    func setMode(_ mode: mode_t) throws(StoreError) {
      _ = try operations.call("fchmod", path) { fchmod(descriptor, mode) }
    }

    func readToEnd() throws(StoreError) -> [UInt8] {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = try operations.call("read", path) { Glibc.read(descriptor, &buffer, buffer.count) }
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
      }
    }

    /// A refused write leaves the half that fitted, as a full disk does.
    func write(_ bytes: [UInt8]) throws(StoreError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        do throws(StoreError) {
          let count = try operations.call("write", path) {
            rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
          }
          rest = rest.dropFirst(count)
        } catch {
          _ = rest.prefix(rest.count / 2).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
          throw error
        }
      }
    }

    func synchronize() throws(StoreError) { _ = try operations.call("fsync", path) { fsync(descriptor) } }

    /// False while somebody else holds the lock. It ends with the file.
    func tryLock() throws(StoreError) -> Bool {
      do throws(StoreError) { _ = try operations.call("flock", path) { flock(descriptor, LOCK_EX | LOCK_NB) } } catch {
        if error.kind == .busy { return false }
        throw error
      }
      return true
    }
  }
}

extension StoreError {
  /// What the system says of a call on a path.
  init(errno code: Int32, _ call: StaticString, _ path: String) {
    let kind: Kind =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EROFS, EACCES, EPERM: .readOnly
      case ENOENT, ENOTDIR, ESTALE: .missing
      case EAGAIN, EBUSY, ETXTBSY: .busy
      default: .failed
      }
    let words =
      switch kind {
      case .full: "there is no room left"
      case .readOnly: "it may not be written there"
      case .missing: "its folder is not there"
      default: ""
      }
    let reason = String(cString: strerror(code)).lowercased()
    self.init(kind, "\(path): \(words.isEmpty ? "" : words + " (")\(call): \(reason)\(words.isEmpty ? "" : ")")")
  }
}
