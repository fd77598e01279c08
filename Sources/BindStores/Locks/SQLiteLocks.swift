import BindCore
import BindSQLite
import CUV
import Glibc

/// Locks in an SQLite file, for the processes of one machine: a row that says until when it is held, by the time since the
/// machine was started, which nobody sets.
final class SQLiteLocks: StoreLocks {
  private let name: String
  private let path: String
  private let database = Lock<SQLiteDatabase?>(nil)
  private let isClosed = Lock(false)

  init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  deinit { close() }

  static func makeTable(in database: SQLiteDatabase) throws(SQLiteError) {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS locks(
        name TEXT PRIMARY KEY, number INTEGER NOT NULL, machine TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS lock_counter(number INTEGER NOT NULL);
      INSERT INTO lock_counter SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM lock_counter);
      """)
  }

  /// Whether the lock is held with that number, inside a transaction.
  static func holds(_ fence: StoreFence, in database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    guard try database.value("SELECT 1 FROM sqlite_master WHERE name = 'locks'") != nil else { return false }
    return try present(fence.lock, in: database) == Int64(bitPattern: fence.number)
  }

  /// The number of whoever holds it now.
  private static func present(_ lock: String, in database: SQLiteDatabase) throws(SQLiteError) -> Int64? {
    let row = try database.query(
      "SELECT number FROM locks WHERE name = ? AND machine = ? AND until > ?",
      [.string(lock), .string(Self.start), .number(Self.now)]
    ).first
    if case .integer(let number)? = row?["number"] { return number }
    return nil
  }

  func acquire(_ lock: String, seconds: Int) throws(StoreError) -> StoreFence? {
    try perform { database throws(SQLiteError) in
      guard try Self.present(lock, in: database) == nil else { return nil }
      try database.execute("UPDATE lock_counter SET number = number + 1")
      guard case .integer(let number)? = try database.value("SELECT number FROM lock_counter") else { return nil }
      try database.query(
        "INSERT OR REPLACE INTO locks(name, number, machine, until) VALUES (?, ?, ?, ?)",
        [.string(lock), .integer(number), .string(Self.start), .number(Self.now + Double(seconds))])
      return StoreFence(store: name, lock: lock, number: UInt64(bitPattern: number))
    }
  }

  func renew(_ fence: StoreFence, seconds: Int) throws(StoreError) -> Bool {
    try perform { database throws(SQLiteError) in
      guard try Self.holds(fence, in: database) else { return false }
      try database.query(
        "UPDATE locks SET until = ? WHERE name = ?", [.number(Self.now + Double(seconds)), .string(fence.lock)])
      return true
    }
  }

  func release(_ fence: StoreFence) throws(StoreError) {
    _ = try perform { database throws(SQLiteError) in
      try database.query(
        "DELETE FROM locks WHERE name = ? AND number = ?",
        [.string(fence.lock), .integer(Int64(bitPattern: fence.number))])
    }
  }

  private func perform<Answer>(
    _ body: (SQLiteDatabase) throws(SQLiteError) -> Answer
  ) throws(StoreError) -> Answer {
    if isClosed.withLock({ $0 }) { throw StoreError(.closed, "\(name) is closed") }
    let result: Result<Answer, StoreError> = database.withLock { open in
      do throws(SQLiteError) {
        let database = if let open { open } else { try Self.open(path) }
        open = database
        return .success(try database.transaction { () throws(SQLiteError) in try body(database) })
      } catch {
        if error.kind != .busy { open = nil }
        return .failure(StoreError(error, path))
      }
    }
    return try result.get()
  }

  private static func open(_ path: String) throws(SQLiteError) -> SQLiteDatabase {
    let database = try SQLiteDatabase(.file(path), busyTimeout: SQLiteStore.patience)
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    try makeTable(in: database)
    return database
  }

  func close() {
    isClosed.withLock { $0 = true }
    database.withLock { $0 = nil }
  }

  // MARK: The machine's time

  /// Seconds since the machine was started, those included that it slept.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Tells one start of the machine from the next: a lock does not live through it.
  private static let start: String = {
    let bytes = (try? FileOperations().content(of: "/proc/sys/kernel/random/boot_id"))?.bytes ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }()
}
