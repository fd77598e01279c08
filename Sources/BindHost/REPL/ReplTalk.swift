/// What a session has to say, collected and given out at the end of each turn; errors come out at once, behind what was
/// said before them.
final class ReplTalk {
  private var pending = ""
  private let output: (String) -> Void
  private let errors: (String) -> Void

  init(output: @escaping (String) -> Void, errors: @escaping (String) -> Void) {
    self.output = output
    self.errors = errors
  }

  func say(_ text: String) { pending += text }

  func say(_ bytes: [UInt8]) { pending += String(decoding: bytes, as: UTF8.self) }

  func sayError(_ text: String) {
    flush()
    errors(text)
  }

  func flush() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = ""
    output(text)
  }
}
