package import BindCore
import BindJSON

/// A store in use: which keys are open, what waits to be saved, and what others have stored meanwhile.
///
/// Changes wait a little and are saved together, in one transaction; each change expects the revision that was seen last,
/// so that nobody's change is overwritten unseen. What fails stays in memory and is tried again. Any thread.
///
/// Locks, from the outside in: `calls`, the locks of a container, `ledger`. Who listens is called without any.
package final class StoreSession: StateKeeper {
  /// Between attempts to save or load what failed: doubled each time, up to the second.
  static let retryDelays: ClosedRange<Duration> = .milliseconds(100)...(.seconds(2))
  /// Times that one save begins anew because somebody else was first.
  static let conflictLimit = 20

  let store: any Store
  let scheduler: any SaveScheduler
  /// One call of the store at a time.
  let calls = Lock(0, isChecked: true)
  let ledger = Lock(Ledger())

  package init(_ store: any Store, scheduler: (any SaveScheduler)? = nil) {
    self.store = store
    self.scheduler = scheduler ?? QueueScheduler(name: store.name)
    // What works in its host's turns is saved there: not by `flushAll`, which runs on any thread.
    if self.scheduler.isInTurns { return }
    Self.all.withLock { all in
      all.removeAll { $0.session == nil }
      all.append(WeakSession(session: self))
    }
  }

  package var name: String { store.name }
  package var isShared: Bool { store.isShared }
  package var isSecret: Bool { store.isSecret }

  // MARK: Locks

  package func seat(_ lock: String, tell: @escaping @Sendable (SeatNews) -> Void) -> (any ClusterSeat)? {
    guard store.isShared else { return SoleSeat(lock, in: name, tell: tell) }
    return store.locks.map { StoreSeat(lock, $0, tell: tell) }
  }

  // MARK: Telling

  /// How the keys stand, in their containers. The ledger is asked at the moment of the telling: of two tellings the later
  /// one is right.
  func publish(_ keys: [StoreKey]) {
    for key in keys {
      guard let container = ledger.withLock({ $0.kept[key]?.container }) else { continue }
      container.updateStatus { status in
        guard let kept = ledger.withLock({ $0.kept[key] }) else { return }
        status.isPending = kept.wantsSaving
        status.loadProblem = kept.loadProblem
        status.saveProblem = kept.saveProblem
      }
    }
  }

  func answerWaiting() {
    let answers = ledger.withLock { $0.takeAnswers() }
    for answer in answers { answer() }
  }

  /// Runs a body, and then what it leaves to be done without its locks.
  func after<Result>(_ body: (inout [() -> Void]) throws -> Result) rethrows -> Result {
    var later: [() -> Void] = []
    defer { for one in later { one() } }
    return try body(&later)
  }

  // MARK: All of them

  struct WeakSession: Sendable {
    weak var session: StoreSession?
  }

  private static let all = Lock<[WeakSession]>([])

  /// The one session of a store that a Swift program has made.
  package static func shared(for store: any Store) -> StoreSession {
    let known = all.withLock { all in all.lazy.compactMap(\.session).first { $0.store === store } }
    return known ?? StoreSession(store)
  }

  package static func flushAll() {
    for session in all.withLock({ $0.compactMap(\.session) }) { _ = session.flush() }
  }
}
