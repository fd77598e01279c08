import BindCore

/// The rules of following a cluster, without lines and threads: events in, actions out.
///
/// What is there is listed at a revision R and watched from R+1 on. Each revision is told once, in order and whole. A line
/// that ends is taken up again behind the last revision that was told, at the next server; what was compacted meanwhile
/// is listed anew. A server that has stopped keeps its lines open and says nothing: so while nothing comes, this server and
/// another one are asked for the newest revision. Where only the other one answers, or is ahead for too long, the watch
/// moves there.
///
/// Times are since any one moment, the same for all calls.
struct EtcdWatchMachine {
  enum Action: Equatable {
    /// All that is there is to be read; `listed` is the answer.
    case list(isCoalesced: Bool)
    case open(server: Int, from: UInt64)
    case close
    /// The newest revision of what is watched is to be asked for; `probed` is the answer.
    case probe(server: Int)
    case commit(revision: UInt64, [EtcdWatchReply.Event])
    /// No server can be followed, and why; nil: one can again.
    case offline(String?)
  }

  /// Nothing has come for so long: ask.
  static let silenceLimit: Duration = .seconds(1)
  /// Between two rounds of asking. With the time that a server may take for its answer (`EtcdWatcher.probeLimit`) and
  /// `silenceLimit` this is how soon a server that has stopped is left: after two seconds and what a new line takes.
  static let probeInterval: Duration = .seconds(1)
  /// After a round without any answer.
  static let failedProbeInterval: Duration = .milliseconds(250)
  /// Something newer has been known for so long.
  static let behindLimit: Duration = .seconds(1)
  /// A line that does not even begin.
  static let openLimit: Duration = .seconds(2)
  /// Between two rounds over all servers.
  static let roundDelays: ClosedRange<Duration> = .milliseconds(100)...(.seconds(2))

  private enum Phase: Equatable {
    case idle
    case listing
    case opening(since: Duration)
    case following
    case waiting(until: Duration)
  }

  private let serverCount: Int
  private var phase = Phase.idle
  /// Everything up to it was told.
  private(set) var lastRevision: UInt64 = 0
  private var server = 0
  /// Servers that have failed one after the other.
  private var failures = 0
  private var isOffline = false
  /// When something was heard last.
  private var heard = Duration.zero
  private var nextProbe = Duration.zero
  /// The servers that are asked now, and what those have said that have answered.
  private var probes: [Int: Result<UInt64, EtcdProbeFailure>?] = [:]
  /// Rounds of asking, of which another server's turn comes by; and those without any answer, one after the other.
  private var rounds = 0
  private var failedRounds = 0
  private var behindSince: Duration?

  init(serverCount: Int) {
    precondition(serverCount > 0)
    self.serverCount = serverCount
  }

  mutating func start() -> [Action] {
    phase = .listing
    return [.list(isCoalesced: false)]
  }

  /// What was there at a revision is known.
  mutating func listed(_ revision: UInt64, at now: Duration) -> [Action] {
    guard phase == .listing else { return [] }
    lastRevision = max(lastRevision, revision)
    return back() + open(at: now)
  }

  private mutating func open(at now: Duration) -> [Action] {
    phase = .opening(since: now)
    heard = now
    behindSince = nil
    probes = [:]
    return [.open(server: server, from: lastRevision + 1)]
  }

  private mutating func back() -> [Action] {
    failures = 0
    failedRounds = 0
    guard isOffline else { return [] }
    isOffline = false
    return [.offline(nil)]
  }

  // MARK: The line

  /// A reply on the line that was opened last.
  mutating func received(_ reply: EtcdWatchReply, at now: Duration) -> [Action] {
    guard phase == .following || isOpening else { return [] }
    heard = now
    nextProbe = now + Self.silenceLimit
    behindSince = nil
    switch reply {
    case .begun:
      phase = .following
      return back()
    case .events(let events): return commits(of: events)
    case .progress(let revision):
      lastRevision = max(lastRevision, revision)
      return []
    case .compacted:
      phase = .listing
      return [.close, .list(isCoalesced: true)]
    case .failed(let reason): return [.close] + moveOn(because: reason, at: now)
    }
  }

  private var isOpening: Bool { if case .opening = phase { true } else { false } }

  /// A revision that was told already is dropped; those of one reply stand in order.
  private mutating func commits(of events: [EtcdWatchReply.Event]) -> [Action] {
    var actions: [Action] = []
    var rest = events[...]
    while let first = rest.first {
      let revision = first.revision
      let together = Array(rest.prefix { $0.revision == revision })
      rest = rest.dropFirst(together.count)
      guard revision > lastRevision else { continue }
      lastRevision = revision
      actions.append(.commit(revision: revision, together))
    }
    return actions
  }

  /// The line has ended, whatever the reason.
  mutating func ended(_ reason: String, at now: Duration) -> [Action] {
    guard phase == .following || isOpening else { return [] }
    return moveOn(because: reason, at: now)
  }

  private mutating func moveOn(because reason: String, at now: Duration) -> [Action] {
    failures += 1
    server = (server + 1) % serverCount
    if failures < serverCount { return open(at: now) }
    let round = failures / serverCount
    phase = .waiting(
      until: now + min(Self.roundDelays.lowerBound * (1 << min(round - 1, 6)), Self.roundDelays.upperBound))
    guard failures >= serverCount, !isOffline else { return [] }
    isOffline = true
    return [.offline(reason)]
  }

  // MARK: The watchdog

  /// The answer to a probe: the newest revision of what is watched, as far as that server knows, or why there is none.
  mutating func probed(_ asked: Int, _ result: Result<UInt64, EtcdProbeFailure>, at now: Duration) -> [Action] {
    guard phase == .following, case .some(nil) = probes[asked] else { return [] }
    probes[asked] = .some(result)
    if case .success(let revision) = result {
      if revision > lastRevision {
        let since = behindSince ?? now
        behindSince = since
        if now - since >= Self.behindLimit { return move(to: asked, at: now) }
      }
      // In the round before nobody answered, that which is followed neither.
      if asked != server, failedRounds > 0 { return move(to: asked, at: now) }
    }
    let answers = probes.values.compactMap { $0 }
    guard answers.count == probes.count else { return [] }
    return roundEnded(at: now)
  }

  private mutating func roundEnded(at now: Duration) -> [Action] {
    let answered = probes.filter { if case .success? = $0.value { true } else { false } }.map(\.key)
    let reasons = probes.values.compactMap { result in
      if case .failure(let failure)? = result { failure.reason } else { nil }
    }
    probes = [:]
    rounds += 1
    guard let other = answered.first else {
      nextProbe = now + Self.failedProbeInterval
      failedRounds += 1
      // One may be a moment in which a new leader is chosen.
      guard failedRounds > 1, !isOffline else { return [] }
      isOffline = true
      return [.offline(reasons.first ?? "no answer")]
    }
    nextProbe = now + Self.probeInterval
    return answered.contains(server) ? back() : move(to: other, at: now)
  }

  private mutating func move(to other: Int, at now: Duration) -> [Action] {
    server = other
    return back() + [.close] + open(at: now)
  }

  mutating func tick(at now: Duration) -> [Action] {
    switch phase {
    case .idle, .listing: return []
    case .waiting(let until): return now >= until ? open(at: now) : []
    case .opening(let since):
      return now - since >= Self.openLimit ? [.close] + moveOn(because: "no answer to a watch", at: now) : []
    case .following:
      guard probes.isEmpty, now - heard >= Self.silenceLimit, now >= nextProbe else { return [] }
      // Each of the others in its turn.
      let other = serverCount == 1 ? server : (server + 1 + rounds % (serverCount - 1)) % serverCount
      probes = Dictionary(uniqueKeysWithValues: Set([server, other]).map { ($0, nil) })
      return probes.keys.sorted().map { .probe(server: $0) }
    }
  }

  /// When `tick` is to be called at the latest; nil: not before something else has happened.
  var nextTick: Duration? {
    switch phase {
    case .idle, .listing: nil
    case .waiting(let until): until
    case .opening(let since): since + Self.openLimit
    case .following: probes.isEmpty ? max(heard + Self.silenceLimit, nextProbe) : nil
    }
  }
}

struct EtcdProbeFailure: Error, Equatable {
  let reason: String
}
