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

  private let store: any Store
  private let scheduler: any SaveScheduler
  /// One call of the store at a time.
  private let calls = Lock(0, isChecked: true)
  let ledger = Lock(Ledger())

  package init(_ store: any Store, scheduler: (any SaveScheduler)? = nil) {
    self.store = store
    self.scheduler = scheduler ?? QueueScheduler(name: store.name)
    Self.all.withLock { all in
      all.removeAll { $0.session == nil }
      all.append(WeakSession(session: self))
    }
  }

  package var name: String { store.name }
  package var isShared: Bool { store.isShared }

  // MARK: Opening

  package func open(_ request: StateRequest) throws -> StateContainer {
    try after { later in
      try calls.withLock { _ in
        if let known = ledger.withLock({ $0.kept[request.key]?.container }) {
          return try Self.same(known, request, in: name)
        }
        observe()
        var kept = Kept(request)
        let container = try load(request, &kept)
        kept.container = container
        kept.brought(container.current.version)
        let entry = kept
        ledger.withLock { $0.kept[request.key] = entry }
        if entry.wantsSaving {
          ledger.withLock { $0.kept[request.key]?.held = container }
          later += saveLocked([request.key])
        }
        if entry.loadProblem != nil, !entry.isRead { scheduleReload(after: Self.retryDelays.lowerBound) }
        later.append { [self] in publish([request.key]) }
        return container
      }
    }
  }

  private static func same(
    _ known: StateContainer, _ request: StateRequest, in store: String
  ) throws -> StateContainer {
    guard known.shape.isSame(as: request.shape) else {
      throw Diagnostic(
        .storeKeyType, "the key '\(request.key)' of \(store) is open already as another type or with another default",
        notes: ["open as: \(known.shape.description)", "asked for: \(request.shape.description)"])
    }
    return known
  }

  /// The container as the store has it; what is wrong, and what is to be saved at once, is in the entry.
  private func load(_ request: StateRequest, _ kept: inout Kept) throws -> StateContainer {
    let shape = request.shape
    func container(_ value: Value, isAbsent: Bool) -> StateContainer {
      StateContainer(value, name: request.key.name, shape: shape, isAbsent: isAbsent, keeper: self)
    }
    let snapshot: Snapshot?
    do throws(StoreError) {
      snapshot = try recovered { () throws(StoreError) in try store.load([request.key]) }
        .get(kept: &kept)[request.key]
    } catch {
      kept.isRead = false
      kept.loadProblem = StateProblem(.loadFailed, error.message)
      return container(shape.defaultValue, isAbsent: true)
    }
    guard let snapshot else { return container(shape.defaultValue, isAbsent: true) }
    kept.note(snapshot)
    switch kept.read(snapshot) {
    case .success(let value):
      kept.base = value
      return container(value, isAbsent: false)
    case .failure(.newer(let value, let problem)):
      kept.loadProblem = problem
      let made = container(value ?? shape.defaultValue, isAbsent: false)
      made.setReadOnly(true)
      return made
    case .failure(.older(let old)):
      let value = try kept.migrated(old, from: snapshot)
      return container(value, isAbsent: false)
    case .failure(.corrupt(let reason)):
      kept.moveAside(snapshot, because: reason)
      return container(shape.defaultValue, isAbsent: true)
    }
  }

  /// A store that cannot be read at all is moved aside, and is then an empty one.
  private func recovered(
    _ load: () throws(StoreError) -> [StoreKey: Snapshot]
  ) throws(StoreError) -> Recovered {
    do throws(StoreError) { return Recovered(snapshots: try load()) } catch {
      guard case .damaged = error.kind else { throw error }
      let place = try store.moveAside()
      return Recovered(
        snapshots: try load(),
        problem: StateProblem(.corrupt, "\(error.message); it was moved aside to \(place), and the defaults are used"))
    }
  }

  private struct Recovered {
    var snapshots: [StoreKey: Snapshot]
    var problem: StateProblem?

    func get(kept: inout Kept) -> [StoreKey: Snapshot] {
      kept.loadProblem = problem
      return snapshots
    }
  }

  /// Once: from then on nothing that others store is missed.
  private func observe() {
    guard store.isShared, ledger.withLock({ !$0.isObserving }) else { return }
    do throws(StoreError) {
      try store.observe { [weak self] keys in self?.othersMayHaveChanged(keys) }
      ledger.withLock { $0.isObserving = true }
    } catch {
      // What cannot be watched, such as a folder that is not there, is looked at when it is saved, and watched from the
      // next opening on.
    }
  }

  // MARK: What changes here

  package func changed(_ containers: [StateContainer]) {
    let keys = containers.map { StoreKey($0.name) }
    let delay: Duration? = ledger.withLock { ledger in
      var shortest: Duration?
      for (key, container) in zip(keys, containers) {
        guard ledger.kept[key]?.container === container else { continue }
        ledger.kept[key]?.changes += 1
        ledger.kept[key]?.isDirty = true
        ledger.kept[key]?.held = container
        let after = ledger.kept[key]?.saveAfter ?? .zero
        shortest = min(shortest ?? after, after)
      }
      guard let shortest, ledger.due.map({ shortest < $0 }) ?? true else { return nil }
      ledger.due = shortest
      return shortest
    }
    publish(keys)
    if let delay { scheduler.run(after: delay) { [weak self] in self?.saveDue() } }
  }

  private func saveDue() {
    ledger.withLock { $0.due = nil }
    saveUnlessHeld()
  }

  package func hold() { ledger.withLock { $0.holds += 1 } }

  package func release() {
    let isDue = ledger.withLock { ledger in
      ledger.holds -= 1
      guard ledger.holds == 0, ledger.isSaveHeld else { return false }
      ledger.isSaveHeld = false
      return true
    }
    if isDue { scheduler.run(after: .zero) { [weak self] in self?.saveUnlessHeld() } }
  }

  private func saveUnlessHeld() {
    let isHeld = ledger.withLock { ledger in
      let isHeld = ledger.holds > 0 && !scheduler.isInTurns
      if isHeld { ledger.isSaveHeld = true }
      return isHeld
    }
    if !isHeld { saveNow() }
  }

  package func save(_ container: StateContainer, completion: @escaping @Sendable (StateProblem?) -> Void) {
    let key = StoreKey(container.name)
    ledger.withLock { ledger in
      guard let kept = ledger.kept[key] else { return ledger.answers.append { completion(nil) } }
      ledger.waiting.append(Waiting(key: key, change: kept.changes, completion: completion))
    }
    scheduler.run(after: .zero) { [weak self] in self?.saveUnlessHeld() }
  }

  package func flush() -> [(container: StateContainer, problem: StateProblem)] {
    saveNow()
    // Another thread may have saved, and be about to tell it.
    publish(ledger.withLock { Array($0.kept.keys) })
    return ledger.withLock { ledger in
      ledger.kept.values.compactMap { kept in
        guard let container = kept.container, kept.wantsSaving, let problem = kept.saveProblem else { return nil }
        return (container, problem)
      }
    }
  }

  /// Everything that waits, on this thread.
  private func saveNow() {
    after { later in
      calls.withLock { _ in later += saveLocked(nil) }
    }
    answerWaiting()
  }

  // MARK: Saving. `calls` is held.

  /// - Returns: what is to be done when `calls` is free again.
  private func saveLocked(_ only: [StoreKey]?) -> [() -> Void] {
    var later: [() -> Void] = []
    for _ in 0..<Self.conflictLimit {
      let (batch, others) = takeBatch(only)
      later.append { [self] in publish(others) }
      guard !batch.isEmpty else { return later }
      do throws(StoreError) {
        let revisions = try store.save(batch.flatMap(\.changes))
        ledger.withLock { $0.saved(batch, revisions) }
        later.append { [self] in publish(batch.map(\.key)) }
        return later
      } catch {
        switch error.kind {
        case .conflict(let keys): later += bringInLocked(keys)
        case .damaged: later += moveAsideLocked(batch.map(\.key), error)
        default:
          later += failedLocked(batch.map(\.key), StateProblem(.saveFailed, error.message))
          return later
        }
      }
    }
    let keys = ledger.withLock { ledger in ledger.kept.filter { $0.value.wantsSaving }.map(\.key) }
    let problem = StateProblem(.saveFailed, "\(name) is changed by others faster than it can be saved")
    return later + failedLocked(keys, problem)
  }

  private func failedLocked(_ keys: [StoreKey], _ problem: StateProblem) -> [() -> Void] {
    let delay = ledger.withLock { $0.failed(keys, problem) }
    return [
      { [self] in
        publish(keys)
        scheduler.run(after: delay) { [weak self] in self?.saveUnlessHeld() }
      }
    ]
  }

  /// The store as a whole became unreadable while it was in use: what is open here begins it anew.
  private func moveAsideLocked(_ keys: [StoreKey], _ error: StoreError) -> [() -> Void] {
    do throws(StoreError) {
      let place = try store.moveAside()
      let problem = StateProblem(.corrupt, "\(error.message); it was moved aside to \(place)")
      ledger.withLock { ledger in
        for key in ledger.kept.keys { ledger.kept[key]?.startAnew(problem) }
      }
      return []
    } catch {
      return failedLocked(keys, StateProblem(.saveFailed, error.message))
    }
  }

  /// What is to be saved now, and the keys with which it is settled already. What cannot be written down is said, and left
  /// out until it changes.
  private func takeBatch(_ only: [StoreKey]?) -> (batch: [SavedKey], others: [StoreKey]) {
    // All open keys, and all from one moment: what was committed together is never saved in two parts.
    let open: [(key: StoreKey, container: StateContainer)] = ledger.withLock { ledger in
      for (key, kept) in ledger.kept where kept.container == nil { ledger.kept[key]?.giveUp() }
      return ledger.kept.compactMap { entry in
        only?.contains(entry.key) == false ? nil : entry.value.container.map { (entry.key, $0) }
      }.sorted { $0.key < $1.key }
    }
    let changeCounts = ledger.withLock { ledger in open.map { ledger.kept[$0.key]?.changes ?? 0 } }
    let contents = StateContainer.snapshot(of: open.map(\.container))
    var batch: [SavedKey] = []
    var others: [StoreKey] = []
    for (index, (key, container)) in open.enumerated() {
      let (value, version, isAbsent) = contents[index]
      guard let kept = ledger.withLock({ $0.kept[key] }), kept.wantsSaving || kept.knownVersion != version,
        !kept.isMerging
      else { continue }
      if container.isReadOnly {
        ledger.withLock { $0.kept[key]?.giveUp() }
        others.append(key)
        continue
      }
      var bytes: [UInt8]?
      if !isAbsent {
        do throws(JSONRefusal) { bytes = try JSON.encode(container.shape.stored(value).orNull) } catch {
          let problem = StateProblem(.unstorable, "\(key): \(error.sentence)")
          ledger.withLock { $0.kept[key]?.saveProblem = problem }
          others.append(key)
          continue
        }
      }
      let saved = SavedKey(
        key: key, value: value, version: version, bytes: bytes, changeCount: changeCounts[index], kept: kept)
      if saved.changes.isEmpty {
        // It came back to what is stored.
        ledger.withLock { $0.saved([saved], [:]) }
        others.append(key)
      } else {
        batch.append(saved)
      }
    }
    return (batch, others)
  }

  // MARK: What others have stored

  private func othersMayHaveChanged(_ keys: Set<StoreKey>?) {
    let isFirst = ledger.withLock { ledger in
      defer { ledger.isReloadDue = true }
      return !ledger.isReloadDue
    }
    if isFirst { scheduleReload(after: .zero) }
  }

  private func scheduleReload(after delay: Duration) {
    scheduler.run(after: delay) { [weak self] in self?.reload() }
  }

  private func reload() {
    let keys = ledger.withLock { ledger in
      ledger.isReloadDue = false
      return ledger.kept.filter { $0.value.container != nil }.map(\.key).sorted()
    }
    after { later in calls.withLock { _ in later += bringInLocked(keys) } }
    answerWaiting()
  }

  /// Reads the keys anew and commits what others have made of them, all in one.
  private func bringInLocked(_ keys: [StoreKey]) -> [() -> Void] {
    let snapshots: [StoreKey: Snapshot]
    do throws(StoreError) { snapshots = try store.load(keys) } catch {
      return cannotReadLocked(keys, error)
    }
    var later: [() -> Void] = [{ [self] in publish(keys) }]
    ledger.withLock { $0.failedLoads = 0 }
    while true {
      var changes: [StateContainer.Change] = []
      var entries: [(key: StoreKey, kept: Kept, request: MergeRequest?)] = []
      for key in keys {
        guard var kept = ledger.withLock({ $0.kept[key] }), let container = kept.container, !kept.isMerging else {
          continue
        }
        let step = kept.bringIn(snapshots[key], into: container)
        if let change = step.change { changes.append(change) }
        entries.append((key, kept, step.merges.map { request(for: key, $0.theirs, $0.base) }))
      }
      let containers = changes.map(\.container)
      var versions: [UInt64] = []
      if !changes.isEmpty {
        guard let committed = StateContainer.commit(changes, by: .store, announces: false) else { continue }
        versions = committed
      }
      for (container, version) in zip(containers, versions) {
        guard let index = entries.firstIndex(where: { $0.kept.container === container }) else { continue }
        entries[index].kept.brought(version)
      }
      later.append { StateContainer.announce(containers, by: .store) }
      for (key, kept, request) in entries {
        ledger.withLock { $0.broughtIn(key, kept, isMerging: request != nil) }
        if let request, case .elsewhere(let ask) = kept.merge { later.append { ask(request) } }
      }
      return later
    }
  }

  private func cannotReadLocked(_ keys: [StoreKey], _ error: StoreError) -> [() -> Void] {
    // An editor that is still writing leaves half a file for a moment: that is worth a second look before it is said.
    let (delay, isNews) = ledger.withLock { ledger in
      ledger.failedLoads += 1
      let isNews = ledger.failedLoads > 1 || error.kind != .damaged
      let kind: StateProblem.Kind = error.kind == .damaged ? .corrupt : .loadFailed
      if isNews { for key in keys { ledger.kept[key]?.loadProblem = StateProblem(kind, error.message) } }
      return (Self.delay(after: ledger.failedLoads), isNews)
    }
    return [
      { [self] in
        if isNews { publish(keys) }
        scheduleReload(after: delay)
      }
    ]
  }

  static func delay(after failures: Int) -> Duration {
    min(retryDelays.lowerBound * (1 << min(failures, 6)), retryDelays.upperBound)
  }

  private func request(for key: StoreKey, _ theirs: Value, _ base: Value) -> MergeRequest {
    MergeRequest(theirs: theirs, base: base) { [weak self] mine, merged in
      self?.merged(key, theirs: theirs, mine: mine, merged: merged)
    }
  }

  private func merged(_ key: StoreKey, theirs: Value, mine: Value, merged: Value) {
    guard let container = ledger.withLock({ $0.kept[key]?.container }) else { return }
    let (value, version) = container.current
    let change = StateContainer.Change(container, merged, expecting: version)
    let isDone = value == mine && (merged == mine || StateContainer.commit([change], by: .merge) != nil)
    guard isDone else {
      // It was written meanwhile: once more, with what it is now.
      if case .elsewhere(let ask)? = ledger.withLock({ $0.kept[key]?.merge }) {
        let base = ledger.withLock { $0.kept[key]?.mergeBase } ?? theirs
        ask(request(for: key, theirs, base))
      }
      return
    }
    ledger.withLock { ledger in
      ledger.kept[key]?.isMerging = false
      ledger.kept[key]?.base = theirs
      ledger.kept[key]?.isDirty = true
      ledger.kept[key]?.changes += 1
    }
    scheduler.run(after: .zero) { [weak self] in self?.reload() }
    scheduler.run(after: .zero) { [weak self] in self?.saveUnlessHeld() }
  }

  // MARK: Telling

  /// How the keys stand, in their containers. The ledger is asked at the moment of the telling: of two tellings the later
  /// one is right.
  private func publish(_ keys: [StoreKey]) {
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

  private func answerWaiting() {
    let answers = ledger.withLock { $0.takeAnswers() }
    for answer in answers { answer() }
  }

  /// Runs a body, and then what it leaves to be done without its locks.
  private func after<Result>(_ body: (inout [() -> Void]) throws -> Result) rethrows -> Result {
    var later: [() -> Void] = []
    defer { for one in later { one() } }
    return try body(&later)
  }

  // MARK: All of them

  private struct WeakSession: Sendable {
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

extension Value {
  /// JSON has no nil.
  fileprivate var orNull: Value { isNil ? .null : self }
}
