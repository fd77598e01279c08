import Foundation

// Foundation's `Process` would wait for what a program leaves behind too, and does not work beyond 1024 descriptors.

/// Starts a program that has nothing of the testing process: no input, no blocked or ignored signals, no descriptors but
/// its three.
/// - Parameters:
///   - line: the program's path and its arguments.
///   - output: the file that its standard output is written to; nil for none.
/// - Returns: its id.
func spawn(_ line: [String], output: URL? = nil) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_RDWR, 0) }
  if let output { posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT, 0o600) }
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
  var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var id: pid_t = 0
  let code = posix_spawn(&id, line[0], &actions, &attributes, &words, environ)
  guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
  return id
}

/// - Returns: the exit status, or the negated number of the signal that ended it.
func waitForEnd(of id: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(id, &status, 0) < 0, errno == EINTR {}
  return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
}
