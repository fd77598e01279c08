public import Foundation

/// A program on a terminal of its own (by script(1), which every Debian has), with somebody who answers its questions.
extension BuiltProgram {
  /// - Parameter answers: each is typed when `question` has been asked that often, with Enter behind it; a control
  ///   character without, as a person types Ctrl-C.
  /// - Returns: all that the terminal has shown is the output; the exit code is the program's.
  public func runOnTerminal(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:], question: String, answers: [String]
  ) async throws -> Run {
    func quoted(_ word: String) -> String { "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'" }
    let command = ([url.path] + arguments).map(quoted).joined(separator: " ")
    let shown = folder.appending(path: "shown-\(UUID().uuidString)").path
    let typed = folder.appending(path: "typed-\(UUID().uuidString)").path
    let typing = answers.enumerated().map { index, answer in
      """
      while kill -0 $program 2>/dev/null && \
      [ "$(grep -o \(quoted(question)) \(quoted(shown)) 2>/dev/null | wc -l)" -le \(index) ]; do sleep 0.02; done
      sleep 0.1
      printf '%s\(answer.utf8.first.map { $0 < 0x20 } ?? false ? "" : "\\n")' \(quoted(answer)) >&3
      """
    }.joined(separator: "\n")
    let lines = """
      mkfifo \(quoted(typed))
      script -qefc \(quoted(command)) \(quoted(shown)) <\(quoted(typed)) &
      program=$!
      exec 3>\(quoted(typed))
      \(typing)
      wait $program
      """
    return try await BuiltProgram.shell.run(["-c", lines], in: folder, environment: environment)
  }
}
