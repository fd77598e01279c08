import BindCore
import BindJSON

/// One open key: what the store has of it, and what waits.
struct Kept {
  let key: StoreKey
  let shape: StateShape
  let version: Int
  let saveAfter: Duration
  let merge: MergeRule
  private let migrate: ((Value, Int) throws -> Value)?
  private let migrateLater: (@Sendable (MigrationRequest) -> Void)?
  private let accepts: @Sendable (Value) -> String?
  let movesAsideWhatFailsToMigrate: Bool

  weak var container: StateContainer?
  /// Keeps the container while something of it is not saved.
  var held: StateContainer?

  /// What the store has, as far as known: the value that both sides began with.
  var base: Value
  var revision: StoreRevision?
  var storedHash: ContentHash?
  /// False while the store could not be read: then it is not known whether there is anything.
  var isRead = true

  /// Counts the changes made here.
  var changes: UInt64 = 0
  var savedChanges: UInt64 = 0
  /// The container's version that the store has.
  var knownVersion: UInt64 = 0
  var isDirty = false
  /// The next thing that is brought in takes the place of whatever was changed here.
  var isRefused = false
  /// Copies of what stood there, saved together with the next change: of an older version, or of what could not be read.
  private var copies: [StoreChange] = []
  /// What stands there and cannot be read: it is moved aside together with the next change.
  var unreadable: Snapshot?
  /// Somebody works out what his change and that of others come to.
  var isMerging = false
  /// What a stored value of an older version was made into that was found while the key was open, or why it was not.
  private var migration: (of: StoreRevision, result: Result<Value, Misfit>)?
  var loadProblem: StateProblem?
  var saveProblem: StateProblem?

  /// Reasons name no value of it.
  let isSecret: Bool

  init(_ request: StateRequest, isSecret: Bool = false) {
    self.isSecret = isSecret
    key = request.key
    shape = request.shape
    version = request.version
    saveAfter = request.saveAfter
    merge = request.merge
    migrate = request.migrate
    migrateLater = request.migrateLater
    accepts = request.accepts
    movesAsideWhatFailsToMigrate = request.movesAsideWhatFailsToMigrate
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
    if let damage = snapshot.damage { return .failure(.corrupt(damage)) }
    let raw: Value
    do throws(JSONProblem) { raw = try JSON.decode(snapshot.bytes) } catch {
      let reason = isSecret ? "it is no JSON" : error.sentence
      return snapshot.version > version ? .failure(newer(snapshot, nil)) : .failure(.corrupt(reason))
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

  struct Misfit: Error { let reason: String }

  func fit(_ raw: Value) -> Result<Value, Misfit> {
    switch shape.fitted(raw) {
    case .failure(let mismatch):
      let place = mismatch.path.description
      return .failure(
        Misfit(
          reason: "\(place.isEmpty ? "" : place + ": ")\(mismatch.expected.name) expected, got "
            + (isSecret ? mismatch.found.typeName : "\(mismatch.found)")))
    case .success(let value):
      if let reason = accepts(value) {
        return .failure(Misfit(reason: isSecret ? "it does not fit the type" : reason))
      }
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
      keepCopy(of: snapshot)
      base = value
      return value
    case .failure(let misfit):
      throw Diagnostic(
        .storeCorrupt,
        "migrate of \(key) from version \(snapshot.version) gave a value that does not fit: \(misfit.reason)",
        kind: .programming)
    }
  }

  private mutating func keepCopy(of snapshot: Snapshot) {
    copies = [
      StoreChange(StoreKey("\(key).backup-v\(snapshot.version)"), bytes: snapshot.bytes, version: snapshot.version)
    ]
    isDirty = true
  }

  // MARK: Migrating what is found while the key is open

  /// A value of an older version that is to be migrated before it can be brought in.
  func outdated(_ snapshot: Snapshot?) -> Value? {
    guard let snapshot, migrate != nil, migration?.of != snapshot.revision, revision != snapshot.revision || !isRead,
      case .failure(.older(let old)) = read(snapshot)
    else { return nil }
    return old
  }

  /// Who works it out elsewhere; nil: `migrateHere` does.
  var migratesElsewhere: (@Sendable (MigrationRequest) -> Void)? { migrateLater }

  mutating func migrateHere(_ old: Value, from snapshot: Snapshot) {
    do { noteMigration(try migrate?(old, snapshot.version), of: snapshot) } catch {
      migration = (snapshot.revision, .failure(Misfit(reason: "migrate: \(error)")))
    }
  }

  mutating func noteMigration(_ new: Value?, of snapshot: Snapshot) {
    let reason = "its migration from version \(snapshot.version) has failed"
    migration = (snapshot.revision, new.map(fit) ?? .failure(Misfit(reason: reason)))
  }

  mutating func takeMigration(of other: Kept) { migration = other.migration }

  /// The value that a snapshot of an older version was made into.
  mutating func takeMigrated(_ snapshot: Snapshot) -> Result<Value, Misfit>? {
    guard let migration, migration.of == snapshot.revision else { return nil }
    if case .success = migration.result { keepCopy(of: snapshot) }
    return migration.result
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
    var change = StoreChange(place, bytes: snapshot.bytes, version: snapshot.version)
    change.isVerbatim = snapshot.damage != nil
    return change
  }

  // MARK: Saving

  /// The changes that save this content: with the copies, in one.
  func saving(_ bytes: [UInt8]?, under fence: StoreFence?) -> [StoreChange] {
    let copies = copies + (unreadable.map { [copy(of: $0)] } ?? [])
    if copies.isEmpty, let bytes, ContentHash(of: bytes) == storedHash { return [] }
    guard bytes != nil || revision != nil else { return copies }
    let expecting: StoreChange.Expectation = revision.map { .revision($0) } ?? .absent
    return copies + [StoreChange(key, bytes: bytes, version: version, expecting: expecting, fence: fence)]
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

  /// What was changed here must not be saved: what is stored is to be brought in.
  mutating func refused() {
    isDirty = false
    isRefused = true
    copies = []
    held = nil
    revision = nil
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
}
