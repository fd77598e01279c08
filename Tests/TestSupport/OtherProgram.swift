public import Foundation
import Synchronization

/// A program of the system that a test needs: silent, and gone when the test says so.
public final class OtherProgram: Sendable {
  private let id: pid_t
  private let isStopped = Mutex(false)

  public init(_ path: String, _ arguments: [String], in folder: URL) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_RDWR, 0) }
    // What the testing process has blocked or ignores is not the program's business.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // env goes into the folder and becomes the program.
    let line = ["/usr/bin/env", "-C", folder.path, path] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, line[0], &actions, &attributes, &words, environ)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    self.id = id
  }

  /// - Returns: the exit status, or the negated number of the signal that ended it.
  @discardableResult
  public func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
  }

  /// A second call does nothing: the number may be somebody else's by then.
  public func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    kill(id, SIGTERM)
    waitForEnd()
  }
}
