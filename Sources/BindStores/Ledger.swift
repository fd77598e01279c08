import BindCore
import BindJSON

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
  var waiting: [Waiting] = []
  var answers: [@Sendable () -> Void] = []

  mutating func saved(_ batch: [SavedKey], _ revisions: [StoreKey: StoreRevision]) {
    failedSaves = 0
    for saved in batch { kept[saved.key]?.saved(saved, revisions[saved.key]) }
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
      guard let problem = kept.saveProblem else { return false }
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
  let completion: @Sendable (StateProblem?) -> Void
}

/// One open key: what the store has of it, and what waits.
struct Kept {
  let key: StoreKey
  let shape: StateShape
  let version: Int
  let saveAfter: Duration
  let merge: MergeRule
  private let migrate: ((Value, Int) throws -> Value)?
  private let accepts: @Sendable (Value) -> String?

  weak var container: StateContainer?
  /// Keeps the container while something of it is not saved.
  var held: StateContainer?

  /// What the store has, as far as known: the value that both sides began with.
  var base: Value
  private var revision: StoreRevision?
  private var storedHash: ContentHash?
  /// False while the store could not be read: then it is not known whether there is anything.
  var isRead = true

  /// Counts the changes made here.
  var changes: UInt64 = 0
  var savedChanges: UInt64 = 0
  /// The container's version that the store has.
  private(set) var knownVersion: UInt64 = 0
  var isDirty = false
  /// Copies of what stood there, saved together with the next change: of an older version, or of what could not be read.
  private var copies: [StoreChange] = []
  /// What stands there and cannot be read: it is moved aside together with the next change.
  private var unreadable: Snapshot?
  /// Somebody works out what his change and that of others come to.
  var isMerging = false
  var mergeBase: Value?
  var loadProblem: StateProblem?
  var saveProblem: StateProblem?

  init(_ request: StateRequest) {
    key = request.key
    shape = request.shape
    version = request.version
    saveAfter = request.saveAfter
    merge = request.merge
    migrate = request.migrate
    accepts = request.accepts
    base = request.shape.defaultValue
  }

  var wantsSaving: Bool { isDirty || !copies.isEmpty }

  // MARK: Reading

  enum Unreadable: Error {
    /// What of it fits, if anything does.
    case newer(Value?, StateProblem)
    case older(Value)
    case corrupt(String)
  }

  mutating func note(_ snapshot: Snapshot) {
    revision = snapshot.revision
    storedHash = snapshot.hash
  }

  /// What is stored, in the shape of this state.
  func read(_ snapshot: Snapshot) -> Result<Value, Unreadable> {
    let raw: Value
    do throws(JSONProblem) { raw = try JSON.decode(snapshot.bytes) } catch {
      return snapshot.version > version ? .failure(newer(snapshot, nil)) : .failure(.corrupt(error.sentence))
    }
    let fitted = fit(raw)
    if snapshot.version > version { return .failure(newer(snapshot, try? fitted.get())) }
    if snapshot.version < version, migrate != nil { return .failure(.older(raw)) }
    return fitted.mapError { .corrupt($0.reason) }
  }

  private func newer(_ snapshot: Snapshot, _ value: Value?) -> Unreadable {
    .newer(
      value,
      StateProblem(
        .newerVersion,
        "what is stored of \(key) has version \(snapshot.version), and version \(version) is known here: it is read only"
      ))
  }

  private struct Misfit: Error { let reason: String }

  private func fit(_ raw: Value) -> Result<Value, Misfit> {
    switch shape.fitted(raw) {
    case .failure(let mismatch):
      let place = mismatch.path.description
      return .failure(
        Misfit(reason: "\(place.isEmpty ? "" : place + ": ")\(mismatch.expected.name) expected, got \(mismatch.found)"))
    case .success(let value):
      if let reason = accepts(value) { return .failure(Misfit(reason: reason)) }
      return .success(value)
    }
  }

  /// The value of an older version as one of this version. It is saved with a copy of the old one beside it.
  /// - Throws: what the migration throws.
  mutating func migrated(_ old: Value, from snapshot: Snapshot) throws -> Value {
    guard let migrate else { return old }
    let new = try migrate(old, snapshot.version)
    switch fit(new) {
    case .success(let value):
      copies = [
        StoreChange(StoreKey("\(key).backup-v\(snapshot.version)"), bytes: snapshot.bytes, version: snapshot.version)
      ]
      base = value
      isDirty = true
      return value
    case .failure(let misfit):
      throw Diagnostic(
        .storeCorrupt,
        "migrate of \(key) from version \(snapshot.version) gave a value that does not fit: \(misfit.reason)",
        kind: .programming)
    }
  }

  /// What cannot be read keeps its bytes under another name, and is gone from here.
  mutating func moveAside(_ snapshot: Snapshot, because reason: String) {
    let copy = copy(of: snapshot)
    copies = [copy]
    storedHash = nil
    base = shape.defaultValue
    loadProblem = StateProblem(
      .corrupt, "what is stored of \(key) cannot be read (\(reason)); it was moved aside to \(copy.key)")
  }

  private func copy(of snapshot: Snapshot) -> StoreChange {
    let place = StoreKey("\(key).corrupt-\(snapshot.hash.text)")
    return StoreChange(place, bytes: snapshot.bytes, version: snapshot.version)
  }

  // MARK: Saving

  /// The changes that save this content: with the copies, in one.
  func saving(_ bytes: [UInt8]?) -> [StoreChange] {
    let copies = copies + (unreadable.map { [copy(of: $0)] } ?? [])
    if copies.isEmpty, let bytes, ContentHash(of: bytes) == storedHash { return [] }
    guard bytes != nil || revision != nil else { return copies }
    let expecting: StoreChange.Expectation = revision.map { .revision($0) } ?? .absent
    return copies + [StoreChange(key, bytes: bytes, version: version, expecting: expecting)]
  }

  mutating func saved(_ saved: SavedKey, _ revision: StoreRevision?) {
    savedChanges = saved.changeCount
    knownVersion = saved.version
    if !saved.changes.isEmpty {
      self.revision = revision
      storedHash = saved.bytes.map { ContentHash(of: $0) }
      base = saved.bytes == nil ? shape.defaultValue : saved.value
    }
    copies = []
    unreadable = nil
    isRead = true
    saveProblem = nil
    // What was wrong stands until a value has been read or written well; moving aside is no such thing.
    if isDirty { loadProblem = nil }
    if changes == saved.changeCount { isDirty = false }
    if !wantsSaving { held = nil }
  }

  /// Nobody is there any more whose value could be saved.
  mutating func giveUp() {
    isDirty = false
    copies = []
    held = nil
  }

  /// The store has nothing any more.
  mutating func startAnew(_ problem: StateProblem) {
    revision = nil
    storedHash = nil
    loadProblem = problem
    if !(container?.isAbsent ?? true) { isDirty = true }
  }

  // MARK: What others have stored

  /// What was stored by others is now the container's, as this version.
  mutating func brought(_ version: UInt64) {
    if !isDirty { knownVersion = version }
  }

  struct Step {
    var change: StateContainer.Change?
    var merges: (theirs: Value, base: Value)?
  }

  /// Takes over what is stored now, and says what becomes of the container.
  mutating func bringIn(_ snapshot: Snapshot?, into container: StateContainer) -> Step {
    isRead = true
    if snapshot?.revision == revision {
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
    case .failure(.older(let raw)):
      // An older program has stored what only opening anew would migrate: a field that is known is taken all the same.
      if case .success(let theirs) = fit(raw) {
        return others(theirs, revision: snapshot.revision, hash: snapshot.hash, into: container)
      }
      return cannotRead(snapshot, "it has version \(snapshot.version)")
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
    let (mine, version) = container.current
    let base = base
    // A write is in the container before the session is told of it: it counts all the same.
    if version != knownVersion { isDirty = true }
    if isDirty, theirs != base {
      if case .elsewhere = merge {
        mergeBase = base
        return Step(merges: (theirs, base))
      }
      let merged: Value =
        if case .custom(let merge) = merge { merge(mine, theirs, base) } else {
          .merged(mine: mine, theirs: theirs, base: base)
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

  init(key: StoreKey, value: Value, version: UInt64, bytes: [UInt8]?, changeCount: UInt64, kept: Kept) {
    self.key = key
    self.value = value
    self.version = version
    self.bytes = bytes
    self.changeCount = changeCount
    changes = kept.saving(bytes)
  }
}
