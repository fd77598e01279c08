import Glibc

/// Standard output, collected and written at the end of each turn.
final class Output {
  private var pending: [UInt8] = []
  private static let limit = 64 << 10
  /// The errno of what could not be written; 0 while all went well. A reader that has gone is no failure.
  private(set) var failure: Int32 = 0

  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= Self.limit { flush() }
  }

  func write(line: String) { write(Array(line.utf8) + [UInt8(ascii: "\n")]) }

  /// Writes everything; what the other end does not want any more is dropped.
  func flush() {
    guard !pending.isEmpty else { return }
    let code = writeAll(pending, to: STDOUT_FILENO)
    if code != 0, code != EPIPE { failure = code }
    pending.removeAll(keepingCapacity: true)
  }
}
