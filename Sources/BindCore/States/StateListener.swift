/// Hears of a state's changes. Attached with `State.attach(listener:)` and held weakly.
///
/// BindStores makes every `DispatchQueue` a `StateQueue`, and `.main` the default.
public protocol StateListener<Value>: AnyObject, Sendable {
  associatedtype Value: Codable & Sendable

  /// Where it is called. Asked once, when it is attached.
  var stateQueue: any StateQueue { get }

  /// On `stateQueue`, once for each committed value and in their order.
  /// - Parameter value: of that commit; the state may have gone on since.
  func stateDidChange(to value: Value)
}

/// Runs work later, on a thread of its own choice.
public protocol StateQueue: Sendable {
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Commits on their way to one listener.
///
/// One piece of work at most is on the queue, and it takes what waits one after the other: so the order holds on a queue
/// that runs several pieces at once too.
final class ListenerSink<Value: Codable & Sendable>: StateSink {
  private struct Contents {
    weak var listener: (any StateListener<Value>)?
    var waiting: [StateNews] = []
    var isScheduled = false
  }

  private let contents: Lock<Contents>
  private let queue: any StateQueue
  private let isLatestEnough: Bool

  init(_ listener: any StateListener<Value>, isLatestEnough: Bool) {
    queue = listener.stateQueue
    self.isLatestEnough = isLatestEnough
    contents = Lock(Contents(listener: listener))
  }

  func note(_ news: [StateNews]) {
    contents.withLock { contents in
      for one in news {
        guard case .value = one.kind else { continue }
        if isLatestEnough { contents.waiting.removeAll() }
        contents.waiting.append(one)
      }
    }
  }

  func deliver() {
    let isFirst = contents.withLock { contents in
      guard !contents.waiting.isEmpty, !contents.isScheduled else { return false }
      contents.isScheduled = true
      return true
    }
    if isFirst { queue.run { [self] in callListener() } }
  }

  private func callListener() {
    while let (listener, news) = next() {
      guard case .value(let kept, _, let typed, _) = news.kind else { continue }
      // The very object that was committed, where it was committed by a state of the same type.
      if let value = typed as? Value ?? (try? ValueDecoder.decode(Value.self, from: kept)) {
        listener.stateDidChange(to: value)
      }
    }
  }

  private func next() -> (any StateListener<Value>, StateNews)? {
    contents.withLock { contents in
      guard let listener = contents.listener, !contents.waiting.isEmpty else {
        contents.waiting.removeAll()
        contents.isScheduled = false
        return nil
      }
      return (listener, contents.waiting.removeFirst())
    }
  }

  var isEnded: Bool { contents.withLock { $0.listener == nil } }
}
