import BindCore
@testable import BindSources
import Foundation
import Testing

@Suite("Real databases") struct DatabaseTests {
  private func open(_ path: String, in real: RealWorld) throws -> Result<Database, WorldFailure> {
    var opened: Result<Database, WorldFailure>?
    try real.world.databases.open(path) { opened = $0 }
    try real.wait(for: "the database opens") { opened != nil }
    return try #require(opened)
  }

  private func run(
    _ sql: String, _ arguments: SQLRequest.Arguments = .script, on database: Database,
    in transaction: DatabaseTransaction? = nil, _ real: RealWorld
  ) throws -> Result<SQLOutcome, WorldFailure> {
    var outcome: Result<SQLOutcome, WorldFailure>?
    database.run(SQLRequest(sql, arguments), in: transaction) { outcome = $0 }
    try real.wait(for: "an answer to \(sql)") { outcome != nil }
    return try #require(outcome)
  }

  private func failure<Success>(_ result: Result<Success, WorldFailure>) -> WorldFailure? {
    if case .failure(let failure) = result { failure } else { nil }
  }

  @Test func withoutPermissionToWriteADatabaseIsOnlyRead() throws {
    let folder = try TemporaryFolder()
    try withRealWorld { real throws in
      let database = try open(folder("a.db"), in: real).get()
      _ = try run("CREATE TABLE t(v); INSERT INTO t VALUES (1)", on: database, real).get()
      database.close()
    }
    var permissions = Permissions(scriptFolder: folder.path)
    permissions[.read].allow = .only([folder.path])
    try withRealWorld(permissions) { real throws in
      let database = try open("a.db", in: real).get()
      #expect(try run("SELECT v FROM t", .list([]), on: database, real).get().rows.count == 1)
      for sql in ["INSERT INTO t VALUES (2)", "DROP TABLE t"] {
        let failure = failure(try run(sql, .list([]), on: database, real))
        #expect(failure?.kind == .notPermitted && failure?.refusal?.flag == "--allow-write=\(folder("a.db"))")
      }
      #expect(failure(try run("DELETE FROM t", .script, on: database, real))?.kind == .notPermitted)
      // A file that would have to be made.
      #expect(failure(try open("none.db", in: real))?.refusal?.flag == "--allow-write=\(folder("none.db"))")
      #expect(!FileManager.default.fileExists(atPath: folder("none.db")))
      #expect(throws: Refusal.self) { try real.world.databases.open("/etc/none.db") { _ in } }
      try folder.link("away.db", to: "/etc/none.db")
      #expect(throws: Refusal.self) { try real.world.databases.open("away.db") { _ in } }
      #expect(throws: Refusal.self) { try real.world.databases.open("../none.db") { _ in } }
      database.close()
    }
  }

  @Test func aFileThatIsNoDatabaseSaysSoWhenItIsOpened() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "no database ", count: 200), to: "a.db")
    try withRealWorld { real throws in
      let failure = failure(try open(folder("a.db"), in: real))
      #expect(
        failure?.kind == .sql && failure?.message.contains("not a database") ?? false, "\(String(describing: failure))")
    }
  }

  @Test func theLoopGoesOnWhileAQueryRuns() throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    try withRealWorld { real throws in
      let database = try open(Databases.memoryName, in: real).get()
      var isAnswered = false
      let query = database.run(SQLRequest(endless)) { _ in isAnswered = true }
      var ticks = 0
      func tick() {
        ticks += 1
        if ticks < 20 { real.world.clock.schedule(after: .milliseconds(1), label: "tick", tick) }
      }
      tick()
      try real.wait(for: "the ticks") { ticks == 20 }
      #expect(!isAnswered && query.isActive)
      query.cancel()
      // It comes after the endless one on the same thread.
      #expect(try run("SELECT 1", .list([]), on: database, real).get().rows.count == 1)
      #expect(!isAnswered && !query.isActive)
      // One that has not begun never does.
      let first = database.run(SQLRequest(endless)) { _ in isAnswered = true }
      let second = database.run(SQLRequest("CREATE TABLE never(v)")) { _ in isAnswered = true }
      second.cancel()
      first.cancel()
      #expect(try run("SELECT * FROM sqlite_schema", .list([]), on: database, real).get().rows.isEmpty)
      #expect(!isAnswered)
      // The loop can close while something runs.
      database.run(SQLRequest(endless)) { _ in isAnswered = true }
    }
  }

  @Test func aTransactionThatSQLiteHasEndedItselfIsNotGoneOnWith() throws {
    try withRealWorld { real throws in
      let database = try open(Databases.memoryName, in: real).get()
      _ = try run("CREATE TABLE t(v UNIQUE ON CONFLICT ROLLBACK); INSERT INTO t VALUES (1)", on: database, real).get()
      var begun: Result<DatabaseTransaction, WorldFailure>?
      database.begin { begun = $0 }
      try real.wait(for: "the transaction") { begun != nil }
      let transaction = try #require(begun).get()
      _ = try run("INSERT INTO t VALUES (2)", .list([]), on: database, in: transaction, real).get()
      #expect(failure(try run("INSERT INTO t VALUES (1)", .list([]), on: database, in: transaction, real)) != nil)
      let late = failure(try run("INSERT INTO t VALUES (3)", .list([]), on: database, in: transaction, real))
      #expect(late?.message.contains("rolled back") ?? false, "\(String(describing: late))")
      var ended: Result<Void, WorldFailure>?
      database.end(transaction, commits: true) { ended = $0 }
      try real.wait(for: "the end") { ended != nil }
      #expect(failure(try #require(ended)) != nil, "nothing is left to commit")
      #expect(try run("SELECT v FROM t", .list([]), on: database, real).get().rows.count == 1)
      #expect(
        failure(try run("SELECT 1", .list([]), on: database, in: transaction, real))?.message.contains("over") ?? false)
      database.close()
    }
  }

  @Test func aLockThatSomebodyElseHoldsIsWaitedForAndTheWaitCanBeCalledOff() throws {
    let folder = try TemporaryFolder()
    try withRealWorld { real throws in
      let one = try open(folder("a.db"), in: real).get()
      let other = try open(folder("a.db"), in: real).get()
      _ = try run("CREATE TABLE t(v)", on: one, real).get()
      var begun: Result<DatabaseTransaction, WorldFailure>?
      one.begin { begun = $0 }
      try real.wait(for: "the transaction") { begun != nil }
      let transaction = try #require(begun).get()
      let calledOff = other.run(SQLRequest("INSERT INTO t VALUES (1)")) { _ in Issue.record("it was called off") }
      var isInserted = false
      real.world.clock.schedule(after: .milliseconds(20), label: "later") {
        calledOff.cancel()
        other.run(SQLRequest("INSERT INTO t VALUES (2)")) { if case .success = $0 { isInserted = true } }
      }
      real.world.clock.schedule(after: .milliseconds(60), label: "later") {
        #expect(!isInserted)
        one.end(transaction, commits: true) { _ in }
      }
      try real.wait(for: "the lock") { isInserted }
      #expect(try run("SELECT v FROM t", .list([]), on: one, real).get().rows.map { $0["v"] } == [.integer(2)])
      one.close()
      other.close()
    }
  }

  @Test func aHundredDatabasesLeaveNothingOpen() throws {
    let folder = try TemporaryFolder()
    /// Of files in the folder: other tests have theirs.
    func descriptors() -> [String] {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return all.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
        .filter { $0.hasPrefix(folder.path) }
    }
    try withRealWorld { real throws in
      let first = try open(folder("0.db"), in: real).get()
      _ = try run("CREATE TABLE t(v)", on: first, real).get()
      first.close()
      for number in 0..<100 {
        let database = try open(folder("\(number).db"), in: real).get()
        let changes = database.onChange {}
        _ = try run("CREATE TABLE IF NOT EXISTS t(v); INSERT INTO t VALUES (1)", on: database, real).get()
        changes.cancel()
        database.close()
      }
      let last = try open(folder("last.db"), in: real).get()
      #expect(!descriptors().isEmpty)
      last.close()
      try real.wait(for: "all are closed") { descriptors().isEmpty }
    }
  }
}
