/// Bytes as they come, lines as they are complete. A line ends with LF or CR LF; what follows the last one is a line too.
package struct LineSplitter: Sendable {
  /// Bytes of one line.
  package static let lengthLimitBytes = 1 << 20

  private var bytes: [UInt8] = []
  /// Where the next line begins, and up to where no line end is.
  private var start = 0
  private var searched = 0

  package init() {}

  /// Bytes that no line has taken yet.
  package var pendingCount: Int { bytes.count - start }

  /// The line that is still open is longer than allowed.
  package var isTooLong: Bool { searched - start > Self.lengthLimitBytes }

  package mutating func append(_ piece: [UInt8]) {
    if start > 0, start >= bytes.count / 2 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += piece
  }

  /// The next complete line, without its end.
  package mutating func next() -> ByteString? {
    let end = bytes.withUnsafeBufferPointer { $0[searched...].firstIndex(of: UInt8(ascii: "\n")) }
    guard let end else {
      searched = bytes.count
      return nil
    }
    let last = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    let line = ByteString(bytes: Array(bytes[start..<last]))
    start = end + 1
    searched = start
    return line
  }

  /// What is left at the end; nil: nothing.
  package mutating func rest() -> ByteString? {
    guard pendingCount > 0 else { return nil }
    defer { (bytes, start, searched) = ([], 0, 0) }
    return ByteString(bytes: Array(bytes[start...]))
  }
}
