/// What a session has to say, collected and given out at the end of each turn; errors come out at once, behind what was
/// said before them.
final class ReplTalk {
  private var pending: [UInt8] = []
  private let output: ([UInt8]) -> Void
  private let errors: (String) -> Void

  init(output: @escaping ([UInt8]) -> Void, errors: @escaping (String) -> Void) {
    self.output = output
    self.errors = errors
  }

  func say(_ text: String) { pending += Array(text.utf8) }

  func say(_ bytes: [UInt8]) { pending += bytes }

  func sayError(_ text: String) {
    flush()
    errors(text)
  }

  func flush() {
    guard !pending.isEmpty else { return }
    let bytes = pending
    pending = []
    output(bytes)
  }
}
