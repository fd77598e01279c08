import Foundation

/// A program at a terminal of its own, with a person before it: what they type, what they see. The terminal is tmux's.
public final class TerminalProgram: Sendable {
  private let name = "bindhost-\(UUID().uuidString.prefix(8))"

  /// - Parameter command: for the shell.
  public init(_ command: String, columns: Int = 70, rows: Int = 24, environment: [String: String] = [:]) throws {
    let variables = environment.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
    _ = try tmux([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "env LC_ALL=C.UTF-8 \(variables) \(command)",
    ])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// Text as it is.
  public func type(_ text: String) throws { _ = try tmux(["send-keys", "-l", text]) }

  /// Keys as tmux calls them: `Enter`, `C-c`, `Up`.
  public func press(_ keys: String...) throws { _ = try tmux(["send-keys"] + keys) }

  public func resize(columns: Int, rows: Int = 24) throws {
    _ = try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What is on the screen, without trailing blanks and empty rows.
  public func screen() throws -> [String] {
    var rows = try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).map { row in
      var row = String(row)
      while row.last == " " { row.removeLast() }
      return row
    }
    while rows.last?.isEmpty ?? false { rows.removeLast() }
    return rows
  }

  /// Waits until the screen is as wanted.
  /// - Returns: the screen that is, or the last one before the patience was over.
  public func wait(until isWanted: ([String]) -> Bool) throws -> [String] {
    var rows: [String] = []
    for _ in 0..<600 {
      rows = (try? screen()) ?? ["(no terminal)"]
      if isWanted(rows) { return rows }
      usleep(50_000)
    }
    return rows
  }

  /// Waits for the last row.
  @discardableResult
  public func wait(forLast row: String) throws -> [String] { try wait { $0.last == row } }

  /// Foundation's `Process` would wait for the server too, which tmux leaves behind.
  private func tmux(_ arguments: [String]) throws -> String {
    let output = FileManager.default.temporaryDirectory.appending(path: "tmux-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
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
    let line = ["/usr/bin/env", "-u", "TMUX", "LC_ALL=C.UTF-8", "/usr/bin/tmux", "-L", name] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    guard posix_spawn(&id, line[0], &actions, &attributes, &words, environ) == 0 else { throw POSIXError(.EIO) }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw POSIXError(.EIO) }
    return try String(contentsOf: output, encoding: .utf8)
  }
}
