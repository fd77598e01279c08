import BindCore

/// A cassette that is played: each entry answers one question, in the order in which they were asked.
package final class CassettePlayer {
  private var left: [Int: Cassette.Entry]
  private let clock: VirtualClock

  init(_ cassette: Cassette, clock: VirtualClock) {
    left = Dictionary(uniqueKeysWithValues: cassette.entries.enumerated().map { ($0, $1) })
    self.clock = clock
  }

  /// Questions that nobody has asked this time.
  package var unasked: [String] { left.sorted { $0.key < $1.key }.map(\.value.question) }

  /// The oldest entry for that question.
  func take(_ question: String, _ input: [UInt8]) -> Cassette.Entry? {
    guard
      let found = left.filter({ $0.value.question == question && $0.value.input == input }).min(by: { $0.key < $1.key })
    else { return nil }
    left[found.key] = nil
    return found.value
  }

  func play(_ entry: Cassette.Entry, _ body: @escaping (Cassette.What) -> Void) {
    let start = clock.now
    for event in entry.events {
      _ = clock.queue.add(due: start + .nanoseconds(event.after), label: "cassette: \(entry.question)", kind: .inner) {
        [clock] in clock.deliver { body(event.what) }
      }
    }
  }

  func missing(_ question: String) -> WorldFailure {
    var failure = WorldFailure(
      .network, "\(question): the cassette has no answer left for this; record it anew", detail: "cassette")
    failure.isFinal = true
    return failure
  }

  /// One answer, when the real one came; none, if the real one was called off before.
  func answer<Answer>(
    _ question: String, input: [UInt8] = [], _ completion: @escaping (Result<Answer, WorldFailure>) -> Void,
    _ read: @escaping (Cassette.What) -> Answer?
  ) -> any Token {
    let pending = PendingAnswer()
    let entry = take(question, input)
    guard entry == nil || entry?.events.isEmpty == false else { return pending }
    let event = entry?.events.first
    let delay = event.map { Duration.nanoseconds($0.after) } ?? .zero
    _ = clock.queue.add(due: clock.now + delay, label: "cassette: \(question)", kind: .inner) { [self] in
      guard pending.end() else { return }
      let answer: Result<Answer, WorldFailure> =
        if let value = event.flatMap({ read($0.what) }) {
          .success(value)
        } else {
          .failure(event?.what.failure ?? missing(question))
        }
      clock.deliver { completion(answer) }
    }
    return pending
  }

  /// One event after the other, until somebody has heard enough.
  func follow(_ question: String, _ body: @escaping (Cassette.What) -> Void) -> any Token {
    let pending = PendingAnswer()
    if let entry = take(question, []) { play(entry) { if pending.isActive { body($0) } } }
    return pending
  }
}
