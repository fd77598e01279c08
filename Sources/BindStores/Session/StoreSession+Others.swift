import BindCore

/// What others have stored is brought in.
extension StoreSession {
  func othersMayHaveChanged(_ keys: Set<StoreKey>?) {
    let isFirst = ledger.withLock { ledger in
      defer { ledger.isReloadDue = true }
      return !ledger.isReloadDue
    }
    if isFirst { scheduleReload(after: .zero) }
  }

  func scheduleReload(after delay: Duration) {
    scheduler.run(after: delay) { [weak self] in self?.reload() }
  }

  func reload() {
    ledger.withLock { $0.isReloadDue = false }
    after { later in
      calls.withLock { _ in
        // What was saved without an answer is no change of others.
        if let problem = settleLocked(&later) { return later += cannotReadLocked(openKeys, problem) }
        later += takeOthersLocked()
      }
    }
    answerWaiting()
  }

  var openKeys: [StoreKey] {
    ledger.withLock { ledger in ledger.kept.filter { $0.value.container != nil }.map(\.key).sorted() }
  }

  /// What others have committed: each commit as one, where the store tells them apart, else how it stands now.
  func takeOthersLocked() -> [() -> Void] {
    let keys = openKeys
    // While somebody works out what a change and that of others come to, the next ones wait.
    if ledger.withLock({ $0.kept.values.contains(where: \.isMerging) }) { return [] }
    let commits: [StoreCommit]?
    let began = ContinuousClock.now
    do throws(StoreError) { commits = try store.takeCommits() } catch {
      return cannotReadLocked(keys, error, since: began)
    }
    guard let commits else { return bringInLocked(keys) + bringInUnreadLocked() }
    var later: [() -> Void] = []
    for commit in commits {
      let concerned = keys.filter { commit.contents[$0] != nil }
      let contents = commit.contents.compactMapValues { $0 }
      later += bringInLocked(concerned, contents, by: .store(isCoalesced: commit.isCoalesced))
    }
    ledger.withLock { ledger in
      ledger.answered()
      for key in keys where ledger.kept[key]?.loadProblem?.kind == .loadFailed { ledger.kept[key]?.loadProblem = nil }
    }
    return later + [{ [self] in publish(keys) }] + bringInUnreadLocked()
  }

  /// What was opened while the store did not answer: it stands in no commit.
  private func bringInUnreadLocked() -> [() -> Void] {
    let unread = ledger.withLock { $0.silence == nil ? $0.unread : [] }
    return unread.isEmpty ? [] : bringInLocked(unread)
  }

  /// Reads the keys anew and commits what others have made of them, all in one.
  func bringInLocked(_ keys: [StoreKey]) -> [() -> Void] {
    let snapshots: [StoreKey: Snapshot]
    let began = ContinuousClock.now
    do throws(StoreError) { snapshots = try store.load(keys) } catch {
      return cannotReadLocked(keys, error, since: began)
    }
    ledger.withLock { $0.answered() }
    return bringInLocked(keys, snapshots, by: .store(isCoalesced: false))
  }

  private func bringInLocked(
    _ keys: [StoreKey], _ snapshots: [StoreKey: Snapshot], by origin: StateContainer.Origin
  ) -> [() -> Void] {
    var later: [() -> Void] = migrateLocked(keys, snapshots) + [{ [self] in publish(keys) }]
    while true {
      var changes: [StateContainer.Change] = []
      var entries: [(key: StoreKey, kept: Kept, asks: (() -> Void)?)] = []
      for key in keys {
        guard var kept = ledger.withLock({ $0.kept[key] }), let container = kept.container, !kept.isMerging else {
          continue
        }
        let step = kept.bringIn(snapshots[key], into: container)
        if let change = step.change { changes.append(change) }
        let asks = step.merge.map { merge in { self.ask(merge.ask, for: key, merge.theirs, merge.base) } }
        entries.append((key, kept, asks))
      }
      let containers = changes.map(\.container)
      var versions: [UInt64] = []
      if !changes.isEmpty {
        guard let committed = StateContainer.commit(changes, by: origin, announces: false) else { continue }
        versions = committed
      }
      for (container, version) in zip(containers, versions) {
        guard let index = entries.firstIndex(where: { $0.kept.container === container }) else { continue }
        entries[index].kept.brought(version)
      }
      later.append { StateContainer.announce(containers, by: origin) }
      for (key, kept, asks) in entries {
        ledger.withLock { $0.broughtIn(key, kept, isMerging: asks != nil) }
        if let asks { later.append(asks) }
      }
      return later
    }
  }

  /// What older programs have stored is brought into its present form, each value once.
  private func migrateLocked(_ keys: [StoreKey], _ snapshots: [StoreKey: Snapshot]) -> [() -> Void] {
    var later: [() -> Void] = []
    for key in keys {
      guard var kept = ledger.withLock({ $0.kept[key] }), kept.container != nil, !kept.isMerging,
        let snapshot = snapshots[key], let old = kept.outdated(snapshot)
      else { continue }
      guard let elsewhere = kept.migratesElsewhere else {
        kept.migrateHere(old, from: snapshot)
        ledger.withLock { [kept] in $0.kept[key]?.takeMigration(of: kept) }
        later.append { [self] in scheduler.run(after: .zero) { [weak self] in self?.saveUnlessHeld() } }
        continue
      }
      // Until then nothing of it is brought in or saved.
      ledger.withLock { $0.kept[key]?.isMerging = true }
      later.append {
        elsewhere(
          MigrationRequest(old: old, from: snapshot.version) { [weak self] new in
            self?.scheduler.run(after: .zero) { [weak self] in self?.migrated(key, new, from: snapshot) }
          })
      }
    }
    return later
  }

  private func migrated(_ key: StoreKey, _ new: Value?, from snapshot: Snapshot) {
    after { later in
      calls.withLock { _ in
        ledger.withLock { ledger in
          ledger.kept[key]?.isMerging = false
          ledger.kept[key]?.noteMigration(new, of: snapshot)
        }
        later += bringInLocked([key])
      }
    }
    answerWaiting()
    scheduler.run(after: .zero) { [weak self] in self?.reload() }
    scheduler.run(after: .zero) { [weak self] in self?.saveUnlessHeld() }
  }

  /// - Parameter began: when the store was asked; nil if what it said was known already.
  func cannotReadLocked(
    _ keys: [StoreKey], _ error: StoreError, since began: ContinuousClock.Instant? = nil
  ) -> [() -> Void] {
    // An editor that is still writing leaves half a file for a moment: that is worth a second look before it is said.
    let (delay, isNews) = ledger.withLock { ledger in
      ledger.failedLoads += 1
      if let began, ContinuousClock.now - began > Self.patience {
        ledger.silence = StateProblem(.loadFailed, error.message)
      }
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

  private func ask(
    _ ask: @escaping @Sendable (MergeRequest) -> Void, for key: StoreKey, _ theirs: Value, _ base: Value
  ) {
    ask(
      MergeRequest(theirs: theirs, base: base) { [weak self] version, merged in
        self?.merged(key, theirs: theirs, base: base, version, merged, ask)
      })
  }

  private func merged(
    _ key: StoreKey, theirs: Value, base: Value, _ version: UInt64, _ merged: Value,
    _ ask: @escaping @Sendable (MergeRequest) -> Void
  ) {
    guard let container = ledger.withLock({ $0.kept[key]?.container }) else { return }
    let (value, present) = container.current
    let change = StateContainer.Change(container, merged, expecting: version)
    let isDone = present == version && (merged == value || StateContainer.commit([change], by: .merge) != nil)
    // It was written meanwhile: once more, with what it is now.
    guard isDone else { return self.ask(ask, for: key, theirs, base) }
    ledger.withLock { ledger in
      ledger.kept[key]?.isMerging = false
      ledger.kept[key]?.base = theirs
      ledger.kept[key]?.isDirty = true
      ledger.kept[key]?.changes += 1
    }
    scheduler.run(after: .zero) { [weak self] in self?.reload() }
    scheduler.run(after: .zero) { [weak self] in self?.saveUnlessHeld() }
  }
}
