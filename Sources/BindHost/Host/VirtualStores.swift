import BindCore
import BindSources
import BindStores

/// Stores where time is virtual: nothing real is reached, each place is kept in memory as long as the host, and what is to
/// be saved is saved on the World's clock.
final class VirtualStores: StorePerformer {
  /// What the script's own store is elsewhere.
  private(set) lazy var own: (any StateKeeper)? = StoreSession(
    MemoryStore(), scheduler: ClockScheduler(clock: clock, engine: engine))
  private let clock: any WorldClock
  private unowned let engine: Engine
  private var sessions: [String: StoreSession] = [:]

  init(clock: any WorldClock, engine: Engine) {
    self.clock = clock
    self.engine = engine
  }

  func open(_ place: AdmittedStore) -> any StateKeeper {
    if let known = sessions[place.name] { return known }
    let store = MemoryStore(isSecret: place.isSecret)
    let session = StoreSession(store, scheduler: ClockScheduler(clock: clock, engine: engine))
    sessions[place.name] = session
    return session
  }
}

/// Runs on the owner's thread, which is the only one there is.
private final class ClockScheduler: SaveScheduler, @unchecked Sendable {
  let isInTurns = true
  private let clock: any WorldClock
  private unowned let engine: Engine

  init(clock: any WorldClock, engine: Engine) {
    self.clock = clock
    self.engine = engine
  }

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    engine.checkThread()
    let token = clock.schedule(after: delay, label: "store") { [unowned engine] in
      work()
      engine.takeArrivals()
    }
    token.keepsAlive = false
  }
}
