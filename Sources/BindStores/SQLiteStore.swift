public import BindCore
import BindSQLite
import Glibc

/// Keeps values in an SQLite file: several keys in one transaction, several processes on one file.
///
/// Other processes' commits are seen by file event; SQLite's `data_version` says whether there was one. The file is opened
/// when it is first needed, and anew when another one stands in its place.
public final class SQLiteStore: Store {
  /// How long a call waits for another process that is saving.
  static let patience: Duration = .seconds(2)
  /// A commit can be seen only after the last file event of it, when it is on the disk. Our own commits are followed by an
  /// event of their own; others' are looked for again after so many milliseconds each.
  private static let looksAgain: [Int32] = [10, 50, 250, 1000]
  /// The form of the tables, as `PRAGMA user_version`.
  private static let form: Int64 = 1

  /// Absolute.
  private let path: String
  /// One call at a time: a connection belongs to one.
  private let calls = Lock(0)
  private let contents = Lock(Contents())
  private let watch = Lock<FolderWatch?>(nil)

  private struct Contents {
    var connection: Connection?
    var isClosed = false
    /// The number of the last save.
    var lastSave: Int64 = 0
    /// What the last save would have returned, which may have taken place.
    var unsettled: [StoreKey: StoreRevision]?
  }

  /// Names this store among all that write to the file. Each leaves there the number of its last save, for so many seconds:
  /// so what became of one is known also after others have written over it.
  private let writer: String
  private static let markAgeSeconds: Int64 = 3600

  private final class Connection {
    let database: SQLiteDatabase
    let place: FilePlace
    /// What was read last, and the data version of that moment.
    var known: (version: Int64, snapshots: [StoreKey: Snapshot?])?

    init(_ database: SQLiteDatabase, _ place: FilePlace) {
      self.database = database
      self.place = place
    }
  }

  /// - Parameter path: the file's; its folder has to be there when something is read or saved.
  public init(path: String) {
    var random = SystemRandomNumberGenerator()
    writer = String(random.next(), radix: 36)
    self.path = path.utf8.first == UInt8(ascii: "/") ? path : LexicalPath.absolute(path, in: Self.workingFolder)
  }

  package convenience init(_ path: AdmittedPath) { self.init(path: path.path) }

  private static var workingFolder: String {
    guard let raw = getcwd(nil, 0) else { return "/" }
    defer { free(raw) }
    return String(cString: raw)
  }

  public var name: String { "sqlite:\(path)" }
  public var isShared: Bool { true }
  public var locks: (any StoreLocks)? { SQLiteLocks(name: name, path: path) }

  // MARK: Reading

  public func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] {
    do throws(StoreError) {
      return try perform(creating: false) { connection throws(SQLiteError) in
        guard let connection else { return [:] }
        return try Self.load(keys, from: connection)
      }
    } catch {
      guard error.kind == .readOnly, let found = try? loadStill(keys) else { throw error }
      return found
    }
  }

  /// Where nothing may be written, and so no connection be opened as usual, what is there can be read all the same. A log
  /// beside the file has the newest changes, and a living writer: then the usual locks are needed.
  private func loadStill(_ keys: [StoreKey]) throws(SQLiteError) -> [StoreKey: Snapshot] {
    let hasLog = access(path + "-wal", F_OK) == 0
    let database = try SQLiteDatabase(.file(path), access: hasLog ? .readOnly : .still, busyTimeout: Self.patience)
    var found: [StoreKey: Snapshot] = [:]
    try database.transaction(.deferred) { () throws(SQLiteError) in
      for key in keys { found[key] = try Self.snapshot(of: key, in: database) }
    }
    return found
  }

  private static func load(
    _ keys: [StoreKey], from connection: Connection
  ) throws(SQLiteError) -> [StoreKey: Snapshot] {
    let version = try connection.database.dataVersion()
    if let known = connection.known, known.version == version, keys.allSatisfy({ known.snapshots[$0] != nil }) {
      return known.snapshots.compactMapValues { $0 }.filter { keys.contains($0.key) }
    }
    var found: [StoreKey: Snapshot] = [:]
    try connection.database.transaction(.deferred) { () throws(SQLiteError) in
      for key in keys { found[key] = try snapshot(of: key, in: connection.database) }
    }
    connection.known = (version, Dictionary(uniqueKeysWithValues: Set(keys).map { ($0, found[$0]) }))
    return found
  }

  private static func snapshot(of key: StoreKey, in database: SQLiteDatabase) throws(SQLiteError) -> Snapshot? {
    // Whoever writes there by hand may have stored a number.
    let row = try database.query(
      "SELECT CAST(value AS TEXT) AS value, version, revision FROM states WHERE key = ?", [.string(key.name)]
    ).first
    guard let row, case .integer(let version)? = row["version"], case .integer(let revision)? = row["revision"] else {
      return nil
    }
    let bytes = if case .string(let string)? = row["value"] { string.bytes } else { [UInt8]() }
    return Snapshot(
      bytes: bytes, version: Int(clamping: version), revision: StoreRevision(UInt64(bitPattern: revision)))
  }

  // MARK: Writing

  public func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    var conflicts: [StoreKey] = []
    var lost: StoreFence?
    var applied: [StoreKey: StoreRevision]?
    let number: Int64 = contents.withLock { contents in
      contents.unsettled = nil
      contents.lastSave += 1
      return contents.lastSave
    }
    let perform: (Connection?) throws(SQLiteError) -> [StoreKey: StoreRevision] = { connection throws(SQLiteError) in
      guard let connection else { return [:] }
      connection.known = nil
      return try connection.database.transaction { () throws(SQLiteError) in
        for fence in Set(changes.compactMap(\.fence)) {
          guard try SQLiteLocks.holds(fence, in: connection.database) else {
            lost = fence
            return [:]
          }
        }
        for change in changes {
          let revision = try Self.snapshot(of: change.key, in: connection.database)?.revision
          if !change.expecting.holds(for: revision) { conflicts.append(change.key) }
        }
        guard conflicts.isEmpty else { return [:] }
        let revisions = try Self.apply(changes, to: connection.database)
        try self.mark(number, in: connection.database)
        applied = revisions
        return revisions
      }
    }
    let revisions: [StoreKey: StoreRevision]
    do throws(StoreError) { revisions = try self.perform(creating: true, perform) } catch {
      guard let applied, error.kind != .busy, error.kind != .full else { throw error }
      // The commit itself has failed. It may be whole in the log, and is found there by whoever opens the file next.
      contents.withLock { $0.unsettled = applied }
      throw StoreError(.unknown, error.message)
    }
    if let lost { throw .fenced(lost, in: name) }
    guard conflicts.isEmpty else { throw .conflict(conflicts, in: name) }
    // The event that says: now it can be seen.
    utimes(path, nil)
    return revisions
  }

  public func settle() throws(StoreError) -> [StoreKey: StoreRevision]? {
    let (number, unsettled) = contents.withLock { ($0.lastSave, $0.unsettled) }
    guard let unsettled else { return nil }
    let marked = try perform(creating: false) { connection throws(SQLiteError) in
      guard let connection else { return Value?.none }
      return try connection.database.value("SELECT number FROM saves WHERE writer = ?", [.string(writer)])
    }
    contents.withLock { $0.unsettled = nil }
    return marked == .integer(number) ? unsettled : nil
  }

  private func mark(_ number: Int64, in database: SQLiteDatabase) throws(SQLiteError) {
    let now = Int64(time(nil))
    if number == 1 { try database.query("DELETE FROM saves WHERE at < ?", [.integer(now - Self.markAgeSeconds)]) }
    try database.query(
      "INSERT OR REPLACE INTO saves(writer, number, at) VALUES (?, ?, ?)",
      [.string(writer), .integer(number), .integer(now)])
  }

  private static func apply(
    _ changes: [StoreChange], to database: SQLiteDatabase
  ) throws(SQLiteError) -> [StoreKey: StoreRevision] {
    var revisions: [StoreKey: StoreRevision] = [:]
    for change in changes {
      guard let bytes = change.bytes else {
        try database.query("DELETE FROM states WHERE key = ?", [.string(change.key.name)])
        continue
      }
      // By no fixed step: in another file that is put in the place of this one, the same number is another content.
      try database.execute("UPDATE counter SET revision = revision + 1 + (random() & 0xffff)")
      guard case .integer(let revision)? = try database.value("SELECT revision FROM counter") else { continue }
      try database.query(
        "INSERT OR REPLACE INTO states(key, value, version, revision) VALUES (?, ?, ?, ?)",
        [
          .string(change.key.name), .string(ByteString(bytes: bytes)), .integer(Int64(change.version)),
          .integer(revision),
        ])
      revisions[change.key] = StoreRevision(UInt64(bitPattern: revision))
    }
    return revisions
  }

  // MARK: The file

  private func perform<Result>(
    creating: Bool, _ body: (Connection?) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    let result: Swift.Result<Result, StoreError> = calls.withLock { _ in
      do throws(StoreError) { return .success(try performLocked(creating: creating, body)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func performLocked<Result>(
    creating: Bool, _ body: (Connection?) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    let connection = try connection(creating: creating)
    do throws(SQLiteError) { return try body(connection) } catch {
      // A connection that has seen the file fail is not asked again.
      if error.kind != .busy, error.kind != .full { contents.withLock { $0.connection = nil } }
      throw StoreError(error, path)
    }
  }

  /// nil if there is no file and none is to be made.
  private func connection(creating: Bool) throws(StoreError) -> Connection? {
    let (known, isClosed) = contents.withLock { ($0.connection, $0.isClosed) }
    if isClosed { throw StoreError(.closed, "\(name) is closed") }
    let place = FilePlace(of: path)
    if let known, known.place == place { return known }
    contents.withLock { $0.connection = nil }
    guard place != nil || creating else {
      guard access(LexicalPath.split(path).folder, F_OK) == 0 else {
        throw StoreError(errno: errno, "access", path)
      }
      return nil
    }
    let made = try openPatiently()
    contents.withLock { $0.connection = made }
    return made
  }

  /// Where two open a new file at once, SQLite tells one of them at once that it is busy, without the usual patience.
  private func openPatiently() throws(StoreError) -> Connection {
    let end = ContinuousClock.now + Self.patience
    while true {
      do throws(SQLiteError) { return try open() } catch {
        guard error.kind == .busy, ContinuousClock.now < end else { throw StoreError(error, path) }
        usleep(5000)
      }
    }
  }

  private func open() throws(SQLiteError) -> Connection {
    let database = try SQLiteDatabase(.file(path), busyTimeout: Self.patience)
    // A commit is on the disk when it returns.
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    try Self.makeTables(in: database)
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS saves(
        writer TEXT PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID
      """)
    chmod(path, 0o600)
    return Connection(database, FilePlace(of: path) ?? FilePlace(device: 0, number: 0))
  }

  private static func makeTables(in database: SQLiteDatabase) throws(SQLiteError) {
    if try database.value("PRAGMA user_version") == .integer(form) { return }
    try database.transaction { () throws(SQLiteError) in
      // Another process may have made them meanwhile.
      guard case .integer(let found)? = try database.value("PRAGMA user_version"), found == 0 else { return }
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS states(
          key TEXT PRIMARY KEY, value NOT NULL, version INTEGER NOT NULL, revision INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS counter(revision INTEGER NOT NULL);
        INSERT INTO counter SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM counter);
        PRAGMA user_version = \(form);
        """)
    }
  }

  public func moveAside() throws(StoreError) -> String {
    calls.withLock { _ in contents.withLock { $0.connection = nil } }
    let content = try FileOperations().content(of: path)?.bytes ?? []
    let place = "\(path).corrupt-\(ContentHash(of: content).text)"
    // The log first: without it the file is what it was before the last changes, and still readable as far as it is.
    for ending in ["-wal", "-shm", ""] where access(path + ending, F_OK) == 0 {
      try FileOperations().rename(path + ending, to: place + ending)
    }
    return place
  }

  // MARK: Watching

  public func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {
    let (folder, name) = LexicalPath.split(path)
    let made = try FolderWatch(folder: folder, names: [name, name + "-wal"], again: Self.looksAgain) { changed(nil) }
    watch.withLock { watch in
      watch?.end()
      watch = made
    }
  }

  deinit { close() }

  public func close() {
    watch.withLock { $0.take() }?.end()
    contents.withLock { $0.isClosed = true }
    // What runs now ends first.
    calls.withLock { _ in contents.withLock { $0.connection = nil } }
  }
}

/// What tells the file at a path from another one that was put there.
struct FilePlace: Equatable {
  let device: UInt64
  let number: UInt64

  init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }

  init?(of path: String) {
    var about = Glibc.stat()
    guard stat(path, &about) == 0 else { return nil }
    device = UInt64(about.st_dev)
    number = UInt64(about.st_ino)
  }
}

extension StoreError {
  init(_ error: SQLiteError, _ path: String) {
    let folder = LexicalPath.split(path).folder
    let kind: Kind =
      switch error.kind {
      case .busy: .busy
      case .readOnly: .readOnly
      case .full: .full
      case .corrupt: .damaged
      case .cannotOpen: access(folder, F_OK) == 0 ? (access(folder, W_OK) == 0 ? .failed : .readOnly) : .missing
      default: .failed
      }
    let words =
      switch kind {
      case .busy: "another process has held its lock for \(SQLiteStore.patience.inSeconds) s"
      case .full: "there is no room left"
      case .readOnly: "it may not be written there"
      case .missing: "its folder is not there"
      case .damaged: "it is no readable database"
      default: ""
      }
    self.init(kind, "\(path): \(words.isEmpty ? error.message : "\(words) (\(error.message))")")
  }
}
