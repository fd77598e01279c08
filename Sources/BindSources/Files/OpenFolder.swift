import CUV
import Glibc

/// A folder held open, so that what is done in it is done there whatever happens to the way that led to it.
struct OpenFolder: ~Copyable {
  let descriptor: Int32

  /// - Parameter path: canonical, as the gate has seen it.
  /// - Throws: `ENOTDIR`, also if the folder or one on the way was exchanged for a link since.
  init(_ path: String) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: -errno) }
    let place = PathWalk.link(at: "/proc/self/fd/\(descriptor)")
    // Without /proc there is nothing to compare with.
    guard place == nil || place == path else { throw SystemError(code: UV_ENOTDIR.rawValue) }
  }

  deinit { _ = Glibc.close(descriptor) }
}

/// Fails with the present errno if the call says so.
func succeeding(_ code: Int) throws(SystemError) {
  guard code >= 0 else { throw SystemError(code: -errno) }
}
