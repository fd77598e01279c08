import BindCore

/// What others have stored, and what becomes of the value here.
extension Kept {
  /// What was stored by others is now the container's, as this version.
  mutating func brought(_ version: UInt64) {
    if !isDirty { knownVersion = version }
  }

  struct Step {
    var change: StateContainer.Change?
    /// Somebody else is to be asked what both come to.
    var merge: (theirs: Value, base: Value, ask: @Sendable (MergeRequest) -> Void)?
  }

  /// Takes over what is stored now, and says what becomes of the container.
  mutating func bringIn(_ snapshot: Snapshot?, into container: StateContainer) -> Step {
    isRead = true
    if snapshot?.revision == revision, !isRefused {
      // It is known already; what could not be read or is newer still stands there.
      if loadProblem?.kind == .loadFailed { loadProblem = nil }
      return Step()
    }
    guard let snapshot else { return others(shape.defaultValue, revision: nil, hash: nil, into: container) }
    switch read(snapshot) {
    case .success(let theirs):
      return others(theirs, revision: snapshot.revision, hash: snapshot.hash, into: container)
    case .failure(.newer(let value, let problem)):
      loadProblem = problem
      note(snapshot)
      container.setReadOnly(true)
      if isDirty { saveProblem = StateProblem(.newerVersion, problem.message) }
      isDirty = false
      guard let value, value != container.current.value else { return Step() }
      return Step(change: StateContainer.Change(container, value, expecting: container.current.version))
    case .failure(.older):
      let wasDirty = isDirty
      switch takeMigrated(snapshot) {
      case .success(let theirs)?:
        isDirty = wasDirty
        let step = others(theirs, revision: snapshot.revision, hash: nil, into: container)
        // In its new form it is saved, with the copy of the old one beside it.
        isDirty = true
        return step
      case .failure(let misfit)?: return cannotRead(snapshot, misfit.reason)
      case nil: return cannotRead(snapshot, "it has version \(snapshot.version)")
      }
    case .failure(.corrupt(let reason)): return cannotRead(snapshot, reason)
    }
  }

  /// The value here stands, and what is stored is left alone: somebody may be about to mend it.
  private mutating func cannotRead(_ snapshot: Snapshot, _ reason: String) -> Step {
    note(snapshot)
    storedHash = nil
    unreadable = snapshot
    loadProblem = StateProblem(
      .corrupt,
      "what somebody has stored of \(key) cannot be read (\(reason)); it is moved aside when the state is saved next")
    return Step()
  }

  private mutating func others(
    _ theirs: Value, revision: StoreRevision?, hash: ContentHash?, into container: StateContainer
  ) -> Step {
    self.revision = revision
    storedHash = hash
    loadProblem = nil
    unreadable = nil
    let (mine, version, steps) = container.unsaved
    let base = base
    // A write is in the container before the session is told of it: it counts all the same.
    if version != knownVersion, !isRefused { isDirty = true }
    isRefused = false
    if isDirty, theirs != base {
      let merged: Value
      switch merge {
      case .elsewhere(let ask): return Step(merge: (theirs, base, ask))
      case .custom(let merge): merged = merge(mine, theirs, base)
      case .fields:
        if let owner = steps.owner { return Step(merge: (theirs, base, { owner.ask($0) })) }
        merged = steps.made(again: theirs)
      }
      self.base = theirs
      return Step(change: merged == mine ? nil : StateContainer.Change(container, merged, expecting: version))
    }
    self.base = theirs
    if isDirty { return Step() }
    let isGone = revision == nil
    guard theirs != mine || isGone != container.isAbsent else { return Step() }
    return Step(change: StateContainer.Change(container, theirs, expecting: version, removes: isGone))
  }
}
