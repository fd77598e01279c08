import BindCore
import Glibc

/// Follows the states of a cluster on a thread of its own: performs what `EtcdWatchMachine` decides.
///
/// Invariant: the thread holds the watcher until `end` has been called, and closes the line itself.
final class EtcdWatcher: @unchecked Sendable {
  /// Of a probe.
  private static let probeLimit: Duration = .seconds(1)

  /// What it tells, on its thread.
  struct Listener: Sendable {
    /// Something is to be listed, and `listed` to be called from any thread.
    let list: @Sendable (_ isCoalesced: Bool) -> Void
    let commit: @Sendable (_ revision: UInt64, [EtcdWatchReply.Event]) -> Void
    let offline: @Sendable (String?) -> Void
  }

  private struct Orders {
    var listed: UInt64?
    var isEnded = false
  }

  private let range: EtcdRange
  private let listener: Listener
  private let line: EtcdLine
  private let orders = Lock(Orders())
  // Of the thread.
  private var machine: EtcdWatchMachine
  private var stream: Int?
  private var splitter = LineCollector()
  private var probes: [Int: Int] = [:]
  private let began = ContinuousClock.now

  /// - Throws: `failed`, if there is no thread for it.
  init(_ servers: EtcdServers, _ range: EtcdRange, _ listener: Listener) throws(StoreError) {
    self.range = range
    self.listener = listener
    line = EtcdLine(servers)
    machine = EtcdWatchMachine(serverCount: servers.origins.count)
    try StoreThread.start("watch of etcd") { [self] in follow() }
  }

  /// What was there at this revision is known. Any thread.
  func listed(_ revision: UInt64) {
    orders.withLock { $0.listed = revision }
    line.wake()
  }

  /// Nothing is told once the call that is under way has returned. Any thread, idempotent.
  func end() {
    orders.withLock { $0.isEnded = true }
    line.wake()
  }

  // MARK: The thread

  private var now: Duration { ContinuousClock.now - began }

  private func follow() {
    perform(machine.start())
    while true {
      let given = orders.withLock { orders in
        defer { orders.listed = nil }
        return orders
      }
      if given.isEnded { return }
      if let revision = given.listed { perform(machine.listed(revision, at: now)) }
      perform(machine.tick(at: now))
      let limit = machine.nextTick.map { max(.zero, $0 - now) } ?? .seconds(10)
      for event in line.step(waiting: min(limit, .seconds(10))) { take(event) }
    }
  }

  private func take(_ event: EtcdLine.Event) {
    switch event {
    case .piece(let number, let bytes):
      guard number == stream else { return }
      splitter.append(bytes)
      // What it says may close the stream, and with it what else has come.
      while number == stream, let line = splitter.next() { perform(machine.received(EtcdWatchReply(line), at: now)) }
    case .ended(let number, let outcome) where number == stream:
      stream = nil
      let reason =
        switch outcome {
        case .answer(_, let status): "the watch was ended (status \(status))"
        case .notSent(let reason), .lost(let reason): reason
        }
      perform(machine.ended(reason, at: now))
    case .ended(let number, let outcome):
      guard let server = probes.removeValue(forKey: number) else { return }
      perform(machine.probed(server, Self.newest(outcome), at: now))
    }
  }

  private static func newest(_ outcome: EtcdOutcome) -> Result<UInt64, EtcdProbeFailure> {
    switch outcome {
    case .answer(let text, 200):
      guard let reply = EtcdReply(text) else { return .failure(EtcdProbeFailure(reason: "no JSON")) }
      return .success(reply.pairs.first?.modified ?? 0)
    case .answer(let text, let status):
      let words = EtcdReply(text)?["error"].text ?? ""
      return .failure(EtcdProbeFailure(reason: words.isEmpty ? "status \(status)" : words))
    case .notSent(let reason), .lost(let reason): return .failure(EtcdProbeFailure(reason: reason))
    }
  }

  private func perform(_ actions: [EtcdWatchMachine.Action]) {
    for action in actions {
      switch action {
      case .list(let isCoalesced): listener.list(isCoalesced)
      case .open(let server, let revision):
        closeStream()
        stream = line.start(.watch(range, from: revision), on: server, timeout: nil)
      case .close: closeStream()
      case .probe(let server):
        probes[line.start(.newest(range), on: server, timeout: Self.probeLimit)] = server
      case .commit(let revision, let events): listener.commit(revision, events)
      case .offline(let reason): listener.offline(reason)
      }
    }
  }

  private func closeStream() {
    if let stream { line.cancel(stream) }
    stream = nil
    // Those that nobody waits for any more: one of a server that has stopped would hold its connection.
    for number in probes.keys { line.cancel(number) }
    probes = [:]
    splitter = LineCollector()
  }
}

/// Lines of any length out of pieces: one line of a watch holds whole values.
struct LineCollector {
  private var bytes: [UInt8] = []
  private var searched = 0

  mutating func append(_ piece: [UInt8]) { bytes += piece }

  /// The next complete line, without its end.
  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = Array(bytes[..<end])
    bytes.removeFirst(end + 1)
    searched = 0
    return line
  }
}
