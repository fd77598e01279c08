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

  private func tmux(_ arguments: [String]) throws -> String {
    let (text, status) = try ChildProcess.output(
      of: ["/usr/bin/env", "-u", "TMUX", "LC_ALL=C.UTF-8", "/usr/bin/tmux", "-L", name] + arguments)
    guard status == 0 else { throw POSIXError(.EIO) }
    return text
  }
}
