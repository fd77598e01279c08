import BindCore
import Glibc

/// The question on the terminal, when a script wants what no flag allows.
struct PermissionPrompt {
  enum Answer {
    case yes
    case no
    /// For this text of the script, also in later runs.
    case always
  }

  /// How long a look at the keyboard lasts, before a signal is looked for, in milliseconds.
  private static let glance: Int32 = 100

  private let terminal: Int32
  /// A signal has come, or the time of the run is over: nobody will answer.
  private let isOver: () -> Bool

  /// - Returns: nil unless a person sits there: input and messages are both on a terminal.
  init?(isOver: @escaping () -> Bool) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    terminal = STDIN_FILENO
    self.isOver = isOver
  }

  /// - Parameters:
  ///   - place: the line of the script that asks.
  ///   - script: the name of what can be allowed for good; nil where there is no file.
  func ask(_ refusal: Refusal, at place: String?, script: String?) -> Answer {
    say("\(refusal.what)\(place.map { "  (\($0))" } ?? "")\n")
    if let flag = refusal.flag { say("  \(flag) would allow it without a question\n") }
    // What was typed before the question is no answer to it.
    tcflush(terminal, TCIFLUSH)
    for _ in 0..<3 {
      say("Allow it?  [y]es for this run, [n]o\(script.map { ", [a]lways for \($0) as it is" } ?? ""): ")
      guard let line = readLine() else { break }
      switch line.lowercased() {
      case "y", "yes": return .yes
      case "n", "no", "": return .no
      case "a", "always": if script != nil { return .always }
      default: break
      }
    }
    say("\n")
    return .no
  }

  private func say(_ text: String) { writeAll(Array(text.utf8), to: STDERR_FILENO) }

  /// nil at the end of input, or when nobody will answer.
  private func readLine() -> String? {
    var line: [UInt8] = []
    while !isOver() {
      var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, Self.glance) > 0 else { continue }
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}
