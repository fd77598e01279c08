import BindCore
import BindSQLite

/// One thing to do with a connection.
enum SQLWork: Sendable {
  case open(isWritable: Bool)
  case run(SQLRequest, needsTransaction: Bool, isWritable: Bool)
  case bracket(SQLBracket)
  case version
}

/// What came of it.
enum SQLAnswer: Sendable {
  case rows(SQLOutcome)
  case done
  /// A number that differs from the last one if another connection has committed since.
  case version(Int64)
  case failed(WorldFailure)

  static var cancelled: SQLAnswer { .failed(WorldFailure(.cancelled, "the query was called off")) }
}

/// A connection with the rules that hold for the SQL of scripts. Belongs to one thread, which it blocks.
final class SQLSession {
  /// How long a statement waits for somebody else's lock.
  static let busyTimeout = Duration.seconds(5)
  /// What the rows of one answer may hold; a value counts for sixteen bytes besides its text.
  static let answerLimitBytes = 256 << 20

  private let place: SQLiteDatabase.Place
  private let name: String
  private let stop: SQLiteStop
  private var database: SQLiteDatabase?
  private var authorizer: SQLiteAuthorizer?
  /// Why the authorizer said no last.
  private var denial: String?

  /// - Parameter wantsStop: asked while a statement runs or waits.
  init(place: SQLiteDatabase.Place, name: String, wantsStop: @escaping () -> Bool) {
    self.place = place
    self.name = name
    stop = SQLiteStop(busyTimeout: Self.busyTimeout, wantsStop: wantsStop)
    authorizer = .script { [unowned self] words in denial = words }
  }

  /// nil before it is open.
  var interrupter: SQLiteInterrupter? { database?.interrupter }

  func answer(to work: SQLWork) -> SQLAnswer {
    denial = nil
    do throws(SQLiteError) {
      if case .open(let isWritable) = work {
        if database == nil { try open(isWritable: isWritable) }
        return .done
      }
      guard let database else { return .cancelled }
      switch work {
      case .run(let request, let needsTransaction, let isWritable):
        if needsTransaction, !database.isInTransaction { throw Self.rolledBack }
        return try run(request, isWritable: isWritable, database)
      case .bracket(let bracket): try perform(bracket, database)
      case .version: return .version(try database.dataVersion())
      case .open: break
      }
      return .done
    } catch {
      return .failed(failure(error, of: work))
    }
  }

  private static var rolledBack: SQLiteError {
    SQLiteError(.statement, "the transaction was rolled back after an earlier failure")
  }

  private func open(isWritable: Bool) throws(SQLiteError) {
    let opened = try SQLiteDatabase(place, access: isWritable ? .create : .readOnly)
    stop.attach(to: opened)
    // A file that is no database says so now and not at the first query.
    _ = try opened.value("SELECT count(*) FROM sqlite_schema")
    database = opened
  }

  private func run(
    _ request: SQLRequest, isWritable: Bool, _ database: SQLiteDatabase
  ) throws(SQLiteError) -> SQLAnswer {
    database.authorizer = authorizer
    defer { database.authorizer = nil }
    let before = database.totalChanges
    var rows: [Record] = []
    var hasWritten = isWritable
    if case .script = request.arguments {
      guard isWritable else { throw Self.readOnly }
      try database.execute(request.text)
    } else {
      let statement = try database.prepare(request.text)
      hasWritten = !statement.isReadOnly
      guard isWritable || !hasWritten else { throw Self.readOnly }
      switch request.arguments {
      case .list(let values): try statement.bind(values)
      case .named(let values): try statement.bind(named: values)
      case .script: break
      }
      rows = try self.rows(of: statement)
    }
    return .rows(
      SQLOutcome(
        rows: rows, changedRows: database.totalChanges - before, lastInsertedRow: database.lastInsertedRow,
        hasWritten: hasWritten))
  }

  private static var readOnly: SQLiteError { SQLiteError(.readOnly, "the database may not be written to") }

  private func rows(of statement: SQLiteStatement) throws(SQLiteError) -> [Record] {
    let names = statement.columnNames.map { ByteString($0) }
    var rows: [Record] = []
    var bytes = 0
    while try statement.step() {
      let row = statement.row(names)
      for (_, value) in row.fields {
        bytes += 16
        if case .string(let text) = value { bytes += text.bytes.count }
      }
      guard bytes <= Self.answerLimitBytes else {
        statement.reset()
        throw SQLiteError(.statement, "the answer is larger than \(Self.answerLimitBytes >> 20) MB")
      }
      rows.append(row)
    }
    return rows
  }

  private func perform(_ bracket: SQLBracket, _ database: SQLiteDatabase) throws(SQLiteError) {
    switch bracket {
    // At once the lock of those who write: a later request for it could fail for good. A reader may not have it.
    case .begin(level: 0): try database.execute(database.isReadOnly ? "BEGIN" : "BEGIN IMMEDIATE")
    case .begin(let level): try database.execute("SAVEPOINT level\(level)")
    case .commit(let level):
      guard database.isInTransaction else { throw Self.rolledBack }
      do throws(SQLiteError) {
        try database.execute(level == 0 ? "COMMIT" : "RELEASE level\(level)")
      } catch {
        try rollBack(level, database)
        throw error
      }
    case .rollBack(let level): try rollBack(level, database)
    }
  }

  /// After some failures SQLite has done it by itself.
  private func rollBack(_ level: Int, _ database: SQLiteDatabase) throws(SQLiteError) {
    guard database.isInTransaction else { return }
    try database.execute(level == 0 ? "ROLLBACK" : "ROLLBACK TO level\(level); RELEASE level\(level)")
  }

  private func failure(_ error: SQLiteError, of work: SQLWork) -> WorldFailure {
    // Of a function that is denied SQLite says only that the statement is wrong.
    if error.kind == .denied || denial != nil {
      return WorldFailure(.notPermitted, "\(name): " + (denial ?? error.message))
    }
    if error.kind == .interrupted { return WorldFailure(.cancelled, "\(name): the query was called off") }
    var failure = WorldFailure(.sql, "\(name): \(error.message)")
    switch work {
    case .run(let request, _, _): failure.message += " in: \(request.excerpt)"
    // There is no such file, and it may not be made.
    case .open(isWritable: false): failure.isReadOnly = error.kind == .cannotOpen
    default: break
    }
    if error.kind == .readOnly { failure.isReadOnly = true }
    return failure
  }
}
