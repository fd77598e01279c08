package import BindCore

/// A key is opened: what the store has of it becomes the value of a container.
extension StoreSession {
  /// A load that fails after so long is worth no second wait.
  static let patience: Duration = .milliseconds(500)

  package func open(_ request: StateRequest) throws -> StateContainer {
    if let container = try openUnread(request) { return container }
    return try after { later in
      try calls.withLock { _ in
        if let known = ledger.withLock({ $0.kept[request.key]?.container }) {
          return try Self.same(known, request, in: name)
        }
        // Somebody else may have waited in vain meanwhile.
        if let container = try openUnread(request) { return container }
        observe()
        var kept = Kept(request, isSecret: isSecret)
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

  /// A key of a store that did not answer when it was last waited for. What it has is brought in as soon as it answers.
  /// - Returns: nil if it is worth asking.
  private func openUnread(_ request: StateRequest) throws -> StateContainer? {
    let made = StateContainer(request.shape.defaultValue, name: request.key.name, shape: request.shape, keeper: self)
    let open: StateContainer? = ledger.withLock { ledger in
      guard let problem = ledger.silence else { return nil }
      if let known = ledger.kept[request.key]?.container { return known }
      var kept = Kept(request, isSecret: isSecret)
      kept.isRead = false
      kept.loadProblem = problem
      kept.container = made
      kept.brought(made.current.version)
      ledger.kept[request.key] = kept
      return made
    }
    guard let open else { return nil }
    if open !== made { return try Self.same(open, request, in: name) }
    publish([request.key])
    return made
  }

  static func same(
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
  func load(_ request: StateRequest, _ kept: inout Kept) throws -> StateContainer {
    let shape = request.shape
    func container(_ value: Value, isAbsent: Bool) -> StateContainer {
      StateContainer(value, name: request.key.name, shape: shape, isAbsent: isAbsent, keeper: self)
    }
    let snapshot: Snapshot?
    let began = ContinuousClock.now
    do throws(StoreError) {
      snapshot = try recovered { () throws(StoreError) in try store.load([request.key]) }
        .get(kept: &kept)[request.key]
    } catch {
      kept.isRead = false
      let problem = StateProblem(.loadFailed, error.message)
      kept.loadProblem = problem
      if ContinuousClock.now - began > Self.patience { ledger.withLock { $0.silence = problem } }
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
      do { return container(try kept.migrated(old, from: snapshot), isAbsent: false) } catch {
        if !kept.movesAsideWhatFailsToMigrate { throw error }
        kept.moveAside(snapshot, because: "its migration from version \(snapshot.version) has failed: \(error)")
        return container(shape.defaultValue, isAbsent: true)
      }
    case .failure(.corrupt(let reason)):
      kept.moveAside(snapshot, because: reason)
      return container(shape.defaultValue, isAbsent: true)
    }
  }

  /// A store that cannot be read at all is moved aside, and is then an empty one.
  func recovered(
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

  struct Recovered {
    var snapshots: [StoreKey: Snapshot]
    var problem: StateProblem?

    func get(kept: inout Kept) -> [StoreKey: Snapshot] {
      kept.loadProblem = problem
      return snapshots
    }
  }

  /// Once: from then on nothing that others store is missed.
  func observe() {
    guard store.isShared, ledger.withLock({ !$0.isObserving }) else { return }
    do throws(StoreError) {
      try store.observe { [weak self] keys in self?.othersMayHaveChanged(keys) }
      ledger.withLock { $0.isObserving = true }
    } catch {
      // What cannot be watched, such as a folder that is not there, is looked at when it is saved, and watched from the
      // next opening on.
    }
  }
}
