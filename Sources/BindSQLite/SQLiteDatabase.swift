package import BindCore
import CSQLite

/// One connection to one SQLite database.
///
/// Isolation: used by one thread at a time, which every call blocks; only its `interrupter` is for any thread.
/// A connection closes when it and all its statements have been released.
package final class SQLiteDatabase {
  package enum Place: Hashable, Sendable {
    case file(String)
    /// Seen by this connection only, gone with it.
    case memory
  }

  package enum Access: Hashable, Sendable {
    case readOnly
    case readWrite
    /// Reads a file that nobody can change, such as one of a read-only disk: without locks and without a log beside it.
    case still
    /// Reads and writes; makes the file if there is none.
    case create
  }

  let pointer: OpaquePointer
  package let interrupter: SQLiteInterrupter
  /// What is asked before each step of a statement is compiled; nil: everything is allowed.
  package var authorizer: SQLiteAuthorizer? { didSet { installAuthorizer() } }
  /// How often `transaction` was entered and not left.
  private var transactionDepth = 0

  /// - Parameter busyTimeout: how long a call waits for another connection's lock, in whole milliseconds.
  package init(
    _ place: Place, access: Access = .create, busyTimeout: Duration = .seconds(5)
  ) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .still: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let code = sqlite3_open_v2(
      Self.name(of: place, access), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(code: code, of: opened)
      sqlite3_close_v2(opened)
      throw error
    }
    let hardened = bh_sqlite_harden(opened)
    guard hardened == SQLITE_OK else {
      let error = SQLiteError(code: hardened, of: opened)
      sqlite3_close_v2(opened)
      throw error
    }
    pointer = opened
    interrupter = SQLiteInterrupter(opened)
    self.busyTimeout = busyTimeout
    applyBusyTimeout()
  }

  deinit {
    interrupter.forget()
    sqlite3_set_authorizer(pointer, nil, nil)
    sqlite3_close_v2(pointer)
  }

  /// As SQLite is to read it: neither `:memory:` nor `file:` is anything but a file's name.
  private static func name(of place: Place, _ access: Access) -> String {
    switch place {
    case .memory: ":memory:"
    case .file(let path) where access == .still:
      "file:"
        + path.utf8.map { byte in "/-._".utf8.contains(byte) || isLetterOrDigit(byte) ? text(byte) : hex(byte) }
        .joined() + "?immutable=1"
    case .file(let path): path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }

  private static func text(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

  private static func hex(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  package var busyTimeout: Duration {
    didSet { applyBusyTimeout() }
  }

  private func applyBusyTimeout() {
    sqlite3_busy_timeout(pointer, Int32(clamping: busyTimeout.wholeNanoseconds / 1_000_000))
  }

  // MARK: Running SQL

  /// One statement, compiled. A second statement in the text is an error; a text without any is one too.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var rest = Array(sql.utf8)[...]
    guard let statement = try compileFirst(of: &rest) else {
      throw SQLiteError(.statement, "there is no statement to run")
    }
    guard try compileFirst(of: &rest) == nil else {
      throw SQLiteError(.statement, "there is more than one statement: one is run at a time")
    }
    return statement
  }

  /// Runs every statement of a text, one after another; rows are left out. What ran before a failure stays done.
  package func execute(_ sql: String) throws(SQLiteError) {
    var rest = Array(sql.utf8)[...]
    while let statement = try compileFirst(of: &rest) {
      while try statement.step() {}
    }
  }

  /// Compiles the first statement of a text and leaves what follows it; nil if there is nothing but blanks and comments.
  private func compileFirst(of sql: inout ArraySlice<UInt8>) throws(SQLiteError) -> SQLiteStatement? {
    while !sql.isEmpty {
      var statement: OpaquePointer?
      let (code, used) = sql.withUnsafeBytes { bytes in
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(pointer, start, Int32(clamping: bytes.count), 0, &statement, &tail)
        return (code, start.flatMap { start in tail.map { $0 - start } } ?? bytes.count)
      }
      guard code == SQLITE_OK else { throw SQLiteError(code: code, of: pointer) }
      sql = sql.dropFirst(max(used, 1))
      if let statement { return SQLiteStatement(statement, of: self) }
    }
    return nil
  }

  /// Runs one statement to its end.
  /// - Returns: its rows, columns by name, NULL absent.
  @discardableResult
  package func query(_ sql: String, _ arguments: [Value] = []) throws(SQLiteError) -> [Record] {
    let statement = try prepare(sql)
    try statement.bind(arguments)
    return try statement.rows()
  }

  /// The first column of the first row; nil if there is no row, `.nil` for NULL.
  package func value(_ sql: String, _ arguments: [Value] = []) throws(SQLiteError) -> Value? {
    let statement = try prepare(sql)
    try statement.bind(arguments)
    return try statement.step() ? statement[0] : nil
  }

  // MARK: Transactions

  package enum TransactionKind: String, Sendable {
    /// Takes the lock when it first writes; that write may then find it taken for good.
    case deferred
    /// Takes the writers' lock at once.
    case immediate
    case exclusive
  }

  /// All of the body's statements take effect, or none if it throws. One inside another is a savepoint.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    let depth = transactionDepth
    try execute(depth == 0 ? "BEGIN \(kind.rawValue)" : "SAVEPOINT level\(depth)")
    transactionDepth = depth + 1
    defer { transactionDepth = depth }
    do throws(SQLiteError) {
      let result = try body()
      try execute(depth == 0 ? "COMMIT" : "RELEASE level\(depth)")
      return result
    } catch {
      rollBack(to: depth)
      throw error
    }
  }

  /// After some failures (a full disk, an interrupt) SQLite has rolled back by itself. What is left open is ended in
  /// any case: a failure to roll back would leave the lock with nobody to release it, so it has no error to hand on.
  private func rollBack(to depth: Int) {
    guard isInTransaction else { return }
    do throws(SQLiteError) {
      try execute(depth == 0 ? "ROLLBACK" : "ROLLBACK TO level\(depth); RELEASE level\(depth)")
    } catch {
      sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil)
    }
  }

  package var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

  // MARK: What happened

  /// Rows that the last INSERT, UPDATE or DELETE changed.
  package var changedRows: Int64 { sqlite3_changes64(pointer) }

  /// Rows that INSERT, UPDATE and DELETE have changed since the connection was opened.
  package var totalChanges: Int64 { sqlite3_total_changes64(pointer) }

  /// Whether nothing can be written through this connection.
  package var isReadOnly: Bool { sqlite3_db_readonly(pointer, "main") == 1 }

  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(pointer) }

  /// A number that differs from the last one if another connection has committed since.
  package func dataVersion() throws(SQLiteError) -> Int64 {
    if case .integer(let version)? = try value("PRAGMA data_version") { version } else { 0 }
  }

  private func installAuthorizer() {
    guard let authorizer else {
      sqlite3_set_authorizer(pointer, nil, nil)
      return
    }
    // The property keeps the object that SQLite is given here.
    sqlite3_set_authorizer(pointer, SQLiteAuthorizer.decide, Unmanaged.passUnretained(authorizer).toOpaque())
  }
}
