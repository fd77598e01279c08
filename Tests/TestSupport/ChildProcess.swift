public import Foundation

/// A program that a test has started. It has nothing of the testing process: no blocked or ignored signals, and no
/// descriptors but its three.
///
/// Foundation's `Process` would wait for what a program leaves behind too, does not work beyond 1024 descriptors, and where
/// servers run beside short programs it waits now and then for the wrong one, and for ever.
public final class ChildProcess: Sendable {
  public let id: pid_t
  /// Once it was waited for: the number may be somebody else's by then.
  private let status = Guarded<Int32?>(nil)

  /// - Parameters:
  ///   - line: the program's path and its arguments.
  ///   - environment: nil: that of the tests.
  ///   - input: where it reads and writes; nil for nowhere.
  public init(
    _ line: [String], in folder: URL? = nil, environment: [String: String]? = nil, input: FileHandle? = nil,
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, handle) in [input, output, errors].enumerated() {
      if let handle {
        posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      if let number = Int32(name), number > 2 { posix_spawn_file_actions_addclose(&actions, number) }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // env goes into the folder and becomes the program.
    let line = (folder.map { ["/usr/bin/env", "-C", $0.path] } ?? []) + line
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    let named = environment ?? ProcessInfo.processInfo.environment
    var variables: [UnsafeMutablePointer<CChar>?] = named.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, line[0], &actions, &attributes, &words, &variables)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    self.id = id
  }

  /// - Returns: the exit status, or the negated number of the signal that ended it.
  @discardableResult
  public func waitForEnd() -> Int32 {
    // It stays to be asked for, so that others may wait beside this.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return end(waitingFor: 0) ?? 0
  }

  public var isRunning: Bool { end(waitingFor: WNOHANG) == nil }

  private func end(waitingFor options: Int32) -> Int32? {
    status.withLock { status in
      if status != nil { return status }
      var word: Int32 = 0
      guard waitpid(id, &word, options) == id else { return nil }
      status = word & 0x7f == 0 ? (word >> 8) & 0xff : -(word & 0x7f)
      return status
    }
  }

  /// Does nothing once its end was waited for.
  public func signal(_ signal: Int32) { status.withLock { if $0 == nil { kill(id, signal) } } }

  /// Runs a program to its end.
  /// - Parameter input: what it reads.
  /// - Returns: what it has written, and its exit status or the negated number of the signal that ended it.
  public static func output(
    of line: [String], in folder: URL? = nil, input: String = ""
  ) throws -> (text: String, status: Int32) {
    let files = try TemporaryFolder()
    let (given, written) = (files.url.appending(path: "in"), files.url.appending(path: "out"))
    try Data(input.utf8).write(to: given)
    try Data().write(to: written)
    let (reader, writer) = (try FileHandle(forReadingFrom: given), try FileHandle(forWritingTo: written))
    defer { for handle in [reader, writer] { try? handle.close() } }
    let status = try ChildProcess(line, in: folder, input: reader, output: writer).waitForEnd()
    return (String(decoding: try Data(contentsOf: written), as: UTF8.self), status)
  }
}
