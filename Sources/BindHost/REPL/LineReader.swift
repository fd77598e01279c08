import BindCore
import Glibc

/// Lines from a pipe or a file, read by a thread of its own: the host goes on meanwhile.
final class LineReader: Sendable {
  enum Arrival: Sendable {
    case line(String)
    case end
  }

  private let inbox: Inbox<Arrival>

  init(into inbox: Inbox<Arrival>) { self.inbox = inbox }

  func start() { HostThread.start { [self] in readAll() } }

  private func readAll() {
    var rest: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      rest += chunk[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        post(rest[..<end])
        rest.removeFirst(end + 1)
      }
    }
    if !rest.isEmpty { post(rest[...]) }
    deliver(.end)
  }

  private func post(_ bytes: ArraySlice<UInt8>) {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    deliver(.line(String(decoding: line, as: UTF8.self)))
  }

  /// Waits while the host has more lines than it can hold.
  private func deliver(_ arrival: Arrival) { while inbox.post(arrival) == .full { usleep(1000) } }
}
