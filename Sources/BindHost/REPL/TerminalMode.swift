import BindCore
import CTerminal
import Glibc

/// A terminal that gives each key as it is typed and does not write it itself; Ctrl-C and Ctrl-Z stay signals.
///
/// May be used from the owner's thread and from the one that waits for signals.
final class TerminalMode: Sendable {
  private struct State: Sendable {
    var saved = termios()
    var isRaw = false
  }

  private let state: Lock<State>
  private let descriptor: Int32

  /// - Returns: nil for what is no terminal.
  init?(_ descriptor: Int32) {
    var saved = termios()
    guard tcgetattr(descriptor, &saved) == 0 else { return nil }
    self.descriptor = descriptor
    state = Lock(State(saved: saved))
  }

  /// A paste says where it begins and ends.
  private static let pasteOn = "\u{1B}[?2004h", pasteOff = "\u{1B}[?2004l"
  /// The same for a fault, which has no time to make a string.
  private static let lastWords: StaticString = "\u{1B}[?2004l\r\n"

  func begin() {
    state.withLock { state in
      var raw = state.saved
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
      withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
        bytes[Int(VMIN)] = 1
        bytes[Int(VTIME)] = 0
      }
      // Before the mode changes, so that there is no moment in which a fault would leave it.
      let bytes = UnsafeRawPointer(Self.lastWords.utf8Start).assumingMemoryBound(to: CChar.self)
      _ = bh_terminal_guard(descriptor, &state.saved, STDOUT_FILENO, bytes)
      tcsetattr(descriptor, TCSADRAIN, &raw)
      state.isRaw = true
    }
    writeAll(Self.pasteOn, to: STDOUT_FILENO)
  }

  /// As it was found. A second call does nothing.
  func end() {
    let wasRaw = state.withLock { state in
      guard state.isRaw else { return false }
      var saved = state.saved
      tcsetattr(descriptor, TCSADRAIN, &saved)
      bh_terminal_release()
      state.isRaw = false
      return true
    }
    if wasRaw { writeAll(Self.pasteOff, to: STDOUT_FILENO) }
  }

  /// Columns of the terminal behind standard output.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
