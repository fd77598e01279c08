import BindCore

/// Writes down what the performers behind it answer. Isolation: the owner's thread.
package final class CassetteRecorder {
  package private(set) var cassette = Cassette()

  package init() {}

  /// - Returns: the number of the new entry.
  func ask(_ question: String, input: [UInt8]) -> Int {
    cassette.entries.append(Cassette.Entry(question: question, input: input, events: []))
    return cassette.entries.count - 1
  }

  func note(_ what: Cassette.What, in entry: Int, after time: Duration) {
    cassette.entries[entry].events.append(Cassette.Event(after: max(time.wholeNanoseconds, 0), what: what))
  }

  /// One question and what comes of it, timed from now.
  func begin(_ question: String, input: [UInt8] = [], clock: any WorldClock) -> (Cassette.What) -> Void {
    let entry = ask(question, input: input)
    let start = clock.now
    return { [self] what in note(what, in: entry, after: clock.now - start) }
  }
}

extension Cassette.What {
  static func failed(_ failure: WorldFailure) -> Cassette.What {
    .failed(kind: failure.kind.rawValue, message: failure.message, detail: failure.detail)
  }

  /// What a recorded failure was.
  var failure: WorldFailure? {
    guard case .failed(let kind, let message, let detail) = self else { return nil }
    return WorldFailure(ErrorKind(rawValue: kind) ?? .file, message, detail: detail)
  }
}
