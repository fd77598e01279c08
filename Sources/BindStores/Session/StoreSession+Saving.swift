package import BindCore
import BindJSON

/// Changes that are made here are saved: a little later, together, in one transaction.
extension StoreSession {
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

  package func note(_ problem: StateProblem, ofLoading isOfLoading: Bool, in container: StateContainer) {
    let key = StoreKey(container.name)
    ledger.withLock { ledger in
      if isOfLoading { ledger.kept[key]?.loadProblem = problem } else { ledger.kept[key]?.saveProblem = problem }
    }
    publish([key])
  }

  func saveDue() {
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

  func saveUnlessHeld() {
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
      ledger.waiting.append(
        Waiting(key: key, change: kept.changes, after: ledger.attemptsBegun, completion: completion))
    }
    scheduler.run(after: .zero) { [weak self] in self?.saveUnlessHeld() }
  }

  package func flush() -> [(container: StateContainer, problem: StateProblem)] {
    // Whoever ends waits for no store where there is nothing to save.
    if !isAllSaved { saveNow() }
    // Another thread may have saved, and be about to tell it.
    publish(ledger.withLock { Array($0.kept.keys) })
    return ledger.withLock { ledger in
      ledger.kept.values.compactMap { kept in
        guard let container = kept.container, kept.wantsSaving, let problem = kept.saveProblem else { return nil }
        return (container, problem)
      }
    }
  }

  private var isAllSaved: Bool {
    let known = ledger.withLock { ledger in
      ledger.unsettled != nil || ledger.kept.values.contains(where: \.wantsSaving)
        ? nil : ledger.kept.values.map { ($0.container, $0.knownVersion) }
    }
    // A write is in its container before the ledger hears of it.
    return known?.allSatisfy { container, version in container.map { $0.current.version == version } ?? true } ?? false
  }

  /// Everything that waits, on this thread.
  func saveNow() {
    after { later in
      calls.withLock { _ in
        ledger.withLock { $0.attemptsBegun += 1 }
        later += saveLocked(nil)
        ledger.withLock { $0.attemptsEnded = $0.attemptsBegun }
      }
    }
    answerWaiting()
  }

  // MARK: Saving. `calls` is held.

  /// - Returns: what is to be done when `calls` is free again.
  func saveLocked(_ only: [StoreKey]?) -> [() -> Void] {
    var later: [() -> Void] = []
    if let error = settleLocked(&later) {
      return later + failedLocked(openKeys.filter { wantsSaving($0) }, StateProblem(.saveFailed, error.message))
    }
    for _ in 0..<Self.conflictLimit {
      let (batch, others) = takeBatch(only)
      later.append { [self] in publish(others) }
      guard !batch.isEmpty else { return later }
      do throws(StoreError) {
        let revisions = try store.save(batch.flatMap(\.changes))
        noteSaved(batch) { $0.saved(batch, revisions) }
        later.append { [self] in publish(batch.map(\.key)) }
        return later
      } catch {
        switch error.kind {
        // All keys, from one moment: what others have changed together is never brought in in two parts.
        case .conflict: later += bringInLocked(openKeys)
        case .fenced(let fence): later += refusedLocked(batch.filter { $0.fence == fence }.map(\.key), error)
        case .damaged: later += moveAsideLocked(batch.map(\.key), error)
        default:
          if error.kind == .unknown { ledger.withLock { $0.unsettled = batch } }
          later += failedLocked(batch.map(\.key), StateProblem(.saveFailed, error.message))
          return later
        }
      }
    }
    let (keys, unread) = ledger.withLock { ledger in
      let kept = ledger.kept.filter { $0.value.wantsSaving }
      return (kept.map(\.key), kept.compactMap { $0.value.loadProblem }.first)
    }
    // What stands there cannot be read, so nothing can be put in its place.
    let reason = unread?.message ?? "\(name) is changed by others faster than it can be saved"
    return later + failedLocked(keys, StateProblem(.saveFailed, reason))
  }

  /// What a batch has saved needs not be made again.
  private func noteSaved(_ batch: [SavedKey], _ body: (inout Ledger) -> Void) {
    let containers = ledger.withLock { ledger in
      body(&ledger)
      return batch.map { ledger.kept[$0.key]?.container }
    }
    for (saved, container) in zip(batch, containers) { container?.forgetSteps(upTo: saved.version) }
  }

  private func wantsSaving(_ key: StoreKey) -> Bool { ledger.withLock { $0.kept[key]?.wantsSaving ?? false } }

  /// Finds out what has become of a save without an answer, before anything else is done to the store.
  /// - Returns: why that is not known yet.
  func settleLocked(_ later: inout [() -> Void]) -> StoreError? {
    guard let batch = ledger.withLock({ $0.unsettled }) else { return nil }
    do throws(StoreError) {
      let revisions = try store.settle()
      if revisions == nil {
        ledger.withLock { $0.settled(batch, nil) }
      } else {
        noteSaved(batch) { $0.settled(batch, revisions) }
      }
      later.append { [self] in publish(batch.map(\.key)) }
      return nil
    } catch {
      return error
    }
  }

  /// The lock under which these were changed is lost: what is stored stands.
  private func refusedLocked(_ keys: [StoreKey], _ error: StoreError) -> [() -> Void] {
    let problem = StateProblem(.fenced, error.message)
    for key in keys { ledger.withLock { $0.kept[key]?.container }?.forgetSteps(upTo: .max) }
    ledger.withLock { $0.refused(keys, problem) }
    let later = bringInLocked(keys)
    ledger.withLock { ledger in for key in keys { ledger.kept[key]?.saveProblem = problem } }
    return later + [{ [self] in publish(keys) }]
  }

  func failedLocked(_ keys: [StoreKey], _ problem: StateProblem) -> [() -> Void] {
    let delay = ledger.withLock { $0.failed(keys, problem) }
    return [
      { [self] in
        publish(keys)
        scheduler.run(after: delay) { [weak self] in self?.saveUnlessHeld() }
      }
    ]
  }

  /// The store as a whole became unreadable while it was in use: what is open here begins it anew.
  func moveAsideLocked(_ keys: [StoreKey], _ error: StoreError) -> [() -> Void] {
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
  func takeBatch(_ only: [StoreKey]?) -> (batch: [SavedKey], others: [StoreKey]) {
    // All open keys, and all from one moment: what was committed together is never saved in two parts. What is being merged has another revision
    // already than the value that stands here, and may be done with before that is looked at: it is left out from the start.
    let open: [(key: StoreKey, container: StateContainer)] = ledger.withLock { ledger in
      for (key, kept) in ledger.kept where kept.container == nil { ledger.kept[key]?.giveUp() }
      return ledger.kept.compactMap { entry in
        guard !entry.value.isMerging, only?.contains(entry.key) != false else { return nil }
        return entry.value.container.map { (entry.key, $0) }
      }.sorted { $0.key < $1.key }
    }
    let changeCounts = ledger.withLock { ledger in open.map { ledger.kept[$0.key]?.changes ?? 0 } }
    let contents = StateContainer.snapshot(of: open.map(\.container))
    var batch: [SavedKey] = []
    var others: [StoreKey] = []
    for (index, (key, container)) in open.enumerated() {
      let (value, version, isAbsent, fence) = contents[index]
      guard let kept = ledger.withLock({ $0.kept[key] }), kept.wantsSaving || kept.knownVersion != version
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
        key: key, value: value, version: version, bytes: bytes, changeCount: changeCounts[index],
        // Of another store's lock this one knows nothing.
        fence: fence?.store == store.name ? fence : nil, kept: kept)
      if saved.changes.isEmpty {
        // It came back to what is stored.
        noteSaved([saved]) { $0.saved([saved], [:]) }
        others.append(key)
      } else {
        batch.append(saved)
      }
    }
    return (batch, others)
  }
}

extension Value {
  /// JSON has no nil.
  fileprivate var orNull: Value { isNil ? .null : self }
}
