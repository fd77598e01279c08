import BindCore

/// What a session knows of its keys.
struct Ledger {
  var kept: [StoreKey: Kept] = [:]
  /// How soon the next save comes; nil if none is on its way.
  var due: Duration?
  var isReloadDue = false
  var isObserving = false
  /// Turns under way, whose changes are saved together; and a save that waits for their end.
  var holds = 0
  var isSaveHeld = false
  var failedSaves = 0
  var failedLoads = 0
  /// A store that did not answer although it was waited for, and has not since: nobody waits for it again to open a key.
  var silence: StateProblem?
  var waiting: [Waiting] = []
  /// Attempts to save everything that waits, which come one after the other.
  var attemptsBegun: UInt64 = 0
  var attemptsEnded: UInt64 = 0
  var answers: [@Sendable () -> Void] = []
  /// A save that may have taken place; nothing else is saved before that is known.
  var unsettled: [SavedKey]?

  /// The store could be read.
  mutating func answered() {
    failedLoads = 0
    silence = nil
  }

  /// Keys that are open and were never read.
  var unread: [StoreKey] { kept.filter { !$0.value.isRead && $0.value.container != nil }.map(\.key).sorted() }

  mutating func saved(_ batch: [SavedKey], _ revisions: [StoreKey: StoreRevision]) {
    failedSaves = 0
    for saved in batch { kept[saved.key]?.saved(saved, revisions[saved.key]) }
  }

  /// - Parameter revisions: nil if it has not taken place. Then it may yet, as long as nothing else is saved there.
  mutating func settled(_ batch: [SavedKey], _ revisions: [StoreKey: StoreRevision]?) {
    unsettled = nil
    if let revisions { return saved(batch, revisions) }
    for saved in batch { kept[saved.key]?.storedHash = nil }
  }

  /// What was changed under these keys must not be saved: whoever waits for it is told.
  mutating func refused(_ keys: [StoreKey], _ problem: StateProblem) {
    for key in keys { kept[key]?.refused() }
    let (refused, others) = (waiting.filter { keys.contains($0.key) }, waiting.filter { !keys.contains($0.key) })
    waiting = others
    answers += refused.map { waiting in { waiting.completion(problem) } }
  }

  /// - Returns: when to try again.
  mutating func failed(_ keys: [StoreKey], _ problem: StateProblem) -> Duration {
    failedSaves += 1
    for key in keys { kept[key]?.saveProblem = problem }
    return StoreSession.delay(after: failedSaves)
  }

  mutating func broughtIn(_ key: StoreKey, _ new: Kept, isMerging: Bool) {
    guard let old = kept[key] else { return }
    var entry = new
    entry.isMerging = isMerging
    // A change that came while this was worked out is still to be saved.
    entry.changes = old.changes
    if old.changes != new.changes { entry.isDirty = true }
    entry.held = entry.wantsSaving ? new.container : nil
    kept[key] = entry
  }

  /// Those who wait for a save that has come, or has failed.
  mutating func takeAnswers() -> [@Sendable () -> Void] {
    var taken = answers
    answers = []
    waiting.removeAll { waiting in
      guard let kept = kept[waiting.key] else {
        taken.append { waiting.completion(nil) }
        return true
      }
      if kept.savedChanges >= waiting.change || !kept.wantsSaving {
        taken.append { waiting.completion(nil) }
        return true
      }
      // A problem from before it was asked for is no answer.
      guard attemptsEnded > waiting.after, let problem = kept.saveProblem else { return false }
      taken.append { waiting.completion(problem) }
      return true
    }
    return taken
  }
}

/// Somebody who waits until a change is saved.
struct Waiting {
  let key: StoreKey
  let change: UInt64
  /// The newest attempt to save that had begun by then.
  let after: UInt64
  let completion: @Sendable (StateProblem?) -> Void
}

/// One key's part of a save.
struct SavedKey {
  let key: StoreKey
  let value: Value
  let version: UInt64
  /// nil: nothing is kept.
  let bytes: [UInt8]?
  let changes: [StoreChange]
  /// Of the entry before the value was read.
  let changeCount: UInt64
  let fence: StoreFence?

  init(
    key: StoreKey, value: Value, version: UInt64, bytes: [UInt8]?, changeCount: UInt64, fence: StoreFence?, kept: Kept
  ) {
    self.key = key
    self.value = value
    self.version = version
    self.bytes = bytes
    self.changeCount = changeCount
    self.fence = fence
    changes = kept.saving(bytes, under: fence)
  }
}
