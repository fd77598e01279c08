import BindCore
@testable import BindSQLite
import Foundation
import Testing

@Suite("SQLite") struct SQLiteTests {
  /// A database file in a folder that is gone after the test.
  final class Place {
    let folder: String
    var path: String { folder + "/test.db" }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("bindhost-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(_ access: SQLiteDatabase.Access = .create, busy: Duration = .zero) throws(SQLiteError) -> SQLiteDatabase {
      try SQLiteDatabase(.file(path), access: access, busyTimeout: busy)
    }
  }

  func kind(_ body: () throws(SQLiteError) -> Void) -> SQLiteError.Kind? {
    do throws(SQLiteError) { try body() } catch { return error.kind }
    return nil
  }

  @Test func valuesComeBackAsTheyWere() throws {
    let database = try SQLiteDatabase(.memory)
    let bytes = ByteString(bytes: [0xff, 0, 0xfe])
    let values: [Value] = [
      .nil, .integer(.min), .integer(.max), .number(0.1), .number(3), .string(""), .string("a\0b ü"), .string(bytes),
    ]
    try database.execute("CREATE TABLE t(i INTEGER PRIMARY KEY, v)")
    for value in values { try database.query("INSERT INTO t(v) VALUES (?)", [value]) }
    let statement = try database.prepare("SELECT v, typeof(v) FROM t ORDER BY i")
    var read: [Value] = []
    var types: [Value] = []
    while try statement.step() {
      read.append(statement[0])
      types.append(statement[1])
    }
    #expect(read == values)
    if case .number = read[4] {} else { Issue.record("3.0 is a number still") }
    #expect(
      types == ["null", "integer", "integer", "real", "real", "text", "text", "blob"].map { .string($0 as String) })
  }

  @Test func aRowIsARecordInWhichNullIsAbsent() throws {
    let database = try SQLiteDatabase(.memory)
    let rows = try database.query("SELECT 1 AS a, NULL AS b, ? AS c UNION ALL SELECT 2, 3, 'x'", [.boolean(true)])
    #expect(rows.count == 2)
    #expect(rows[0] == Record([("a", .integer(1)), ("c", .integer(1))]))
    #expect(rows[1] == Record([("a", .integer(2)), ("b", .integer(3)), ("c", .string("x"))]))
    #expect(try database.value("SELECT 1 WHERE 0") == nil)
    #expect(try database.value("SELECT NULL") == .nil)
  }

  @Test func parametersAreCheckedByNumberNameAndType() throws {
    let database = try SQLiteDatabase(.memory)
    func message(_ body: () throws(SQLiteError) -> Void) -> String {
      do throws(SQLiteError) { try body() } catch { return error.message }
      return "nothing was wrong"
    }
    #expect(
      message { () throws(SQLiteError) in try database.query("SELECT ?, ?", [.integer(1)]) }.contains("2 parameters"))
    #expect(
      message { () throws(SQLiteError) in try database.query("SELECT ?", [.list([])]) }.contains("list is no SQL value")
    )
    #expect(message { () throws(SQLiteError) in try database.query("SELECT ?", [.number(.nan)]) }.contains("no NaN"))
    let statement = try database.prepare("SELECT :a + @b")
    try statement.bind(named: Record([("a", .integer(40)), ("b", .integer(2))]))
    #expect(try statement.step() && statement[0] == .integer(42))
    let wrong = try database.prepare("SELECT :a")
    #expect(
      message { () throws(SQLiteError) in try wrong.bind(named: Record([("c", .integer(1))])) }.contains("named 'c'"))
  }

  @Test func oneStatementIsPreparedAndManyAreExecuted() throws {
    let database = try SQLiteDatabase(.memory)
    #expect(try database.query("SELECT 1; -- only a comment follows\n /* and */ ;").count == 1)
    #expect(kind { () throws(SQLiteError) in try database.query("SELECT 1; SELECT 2") } == .statement)
    #expect(kind { () throws(SQLiteError) in try database.query(" -- nothing") } == .statement)
    #expect(kind { () throws(SQLiteError) in try database.query("") } == .statement)
    #expect(kind { () throws(SQLiteError) in try database.query("SELEC 1") } == .statement)
    try database.execute("CREATE TABLE t(v); INSERT INTO t VALUES (1), (2);\n; INSERT INTO t VALUES (3) -- last")
    #expect(try database.value("SELECT sum(v) FROM t") == .integer(6))
    #expect(database.changedRows == 1 && database.lastInsertedRow == 3)
  }

  @Test func aTransactionThatThrowsLeavesNothingAndAnInnerOneOnlyItsOwn() throws {
    let database = try SQLiteDatabase(.memory)
    try database.execute("CREATE TABLE t(v UNIQUE)")
    #expect(
      kind { () throws(SQLiteError) in
        try database.transaction { () throws(SQLiteError) in
          try database.execute("INSERT INTO t VALUES (1)")
          try database.execute("INSERT INTO t VALUES (1)")
        }
      } == .constraint)
    #expect(try database.value("SELECT count(*) FROM t") == .integer(0))
    #expect(!database.isInTransaction)
    try database.transaction { () throws(SQLiteError) in
      try database.execute("INSERT INTO t VALUES (1)")
      let inner = kind { () throws(SQLiteError) in
        try database.transaction { () throws(SQLiteError) in
          try database.execute("INSERT INTO t VALUES (2)")
          try database.execute("INSERT INTO t VALUES (1)")
        }
      }
      #expect(inner == .constraint)
      try database.transaction { () throws(SQLiteError) in try database.execute("INSERT INTO t VALUES (3)") }
    }
    #expect(try database.query("SELECT v FROM t ORDER BY v").map { $0["v"] } == [.integer(1), .integer(3)])
  }

  @Test func failuresHaveTheirKinds() throws {
    let place = try Place()
    #expect(kind { () throws(SQLiteError) in _ = try place.open(.readWrite) } == .cannotOpen)
    let writer = try place.open()
    try writer.execute("CREATE TABLE t(v)")
    let reader = try place.open(.readOnly)
    #expect(kind { () throws(SQLiteError) in try reader.execute("INSERT INTO t VALUES (1)") } == .readOnly)
    let other = try place.open()
    try writer.transaction { () throws(SQLiteError) in
      #expect(kind { () throws(SQLiteError) in try other.execute("INSERT INTO t VALUES (1)") } == .busy)
    }
    try other.execute("INSERT INTO t VALUES (1)")
    try writer.execute("PRAGMA max_page_count = 4")
    #expect(kind { () throws(SQLiteError) in try writer.execute("INSERT INTO t VALUES (zeroblob(100000))") } == .full)
    let broken = place.folder + "/broken.db"
    try Data("no database at all, but long enough to be looked at as one".utf8).write(to: URL(fileURLWithPath: broken))
    let opened = try SQLiteDatabase(.file(broken))
    #expect(kind { () throws(SQLiteError) in try opened.execute("SELECT * FROM t") } == .corrupt)
  }

  @Test func aFileIsNeverTakenForAnythingElse() throws {
    let place = try Place()
    let before = FileManager.default.currentDirectoryPath
    let odd = place.folder + "/file:x?mode=memory"
    _ = try SQLiteDatabase(.file(odd)).execute("CREATE TABLE t(v)")
    #expect(FileManager.default.fileExists(atPath: odd))
    #expect(FileManager.default.currentDirectoryPath == before)
  }

  @Test func anotherConnectionsCommitShowsInTheDataVersion() throws {
    let place = try Place()
    let one = try place.open()
    try one.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(v)")
    let other = try place.open()
    let before = try one.dataVersion()
    try one.execute("INSERT INTO t VALUES (1)")
    #expect(try one.dataVersion() == before, "one's own commits do not count")
    try other.execute("INSERT INTO t VALUES (2)")
    #expect(try one.dataVersion() != before)
  }

  @Test func aRunningStatementIsInterruptedFromAnotherThread() throws {
    let database = try SQLiteDatabase(.memory)
    let interrupter = database.interrupter
    let isOver = Lock(false)
    let thread = Thread {
      // An interrupt before the statement has begun is none: so again until it has taken effect.
      while !isOver.withLock({ $0 }) { interrupter.interrupt() }
    }
    thread.start()
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    #expect(kind { () throws(SQLiteError) in try database.query(endless) } == .interrupted)
    isOver.withLock { $0 = true }
  }

  @Test func anInterrupterOutlivesItsDatabase() throws {
    var database: SQLiteDatabase? = try SQLiteDatabase(.memory)
    let interrupter = try #require(database?.interrupter)
    weak let gone = database
    database = nil
    #expect(gone == nil)
    interrupter.interrupt()
  }

  @Test func confinedSQLReachesNoOtherFileAndLoadsNothing() throws {
    let place = try Place()
    let database = try place.open()
    database.authorizer = .confined()
    let other = place.folder + "/other.db"
    for sql in [
      "ATTACH '\(other)' AS o", "ATTACH '\(place.folder)' || '/other.db' AS o", "VACUUM INTO '\(other)'",
      "VACUUM INTO '\(place.folder)' || '/other.db'", "PRAGMA temp_store_directory = '\(place.folder)'",
    ] {
      #expect(kind { () throws(SQLiteError) in try database.execute(sql) } == .denied, "\(sql)")
    }
    #expect(kind { () throws(SQLiteError) in try database.query("SELECT load_extension('x')") } != nil)
    #expect(!FileManager.default.fileExists(atPath: other))
    try database.execute("CREATE TABLE t(v); INSERT INTO t VALUES (1); VACUUM")
    #expect(try database.value("SELECT upper('a') || v FROM t") == .string("A1"))
  }

  @Test func aSchemaCannotBeWrittenByHand() throws {
    let database = try SQLiteDatabase(.memory)
    try database.execute("CREATE TABLE t(v); PRAGMA writable_schema = ON")
    #expect(kind { () throws(SQLiteError) in try database.execute("DELETE FROM sqlite_schema") } != nil)
  }
}
