import BindCore
import BindSources
import Testing

@Suite("Databases in virtual time") struct VirtualDatabaseTests {
  @Test func theSameScriptSeesWhatOthersWrite() throws {
    var permissions = Permissions(scriptFolder: "/scripts")
    permissions.allowEverything()
    let host = try VirtualHost(permissions)
    try host.world.databases.execute("/scripts/board.db", "CREATE TABLE t(v); INSERT INTO t VALUES (1)")
    try host.run(
      """
      local db = bh.sql.open "board.db"
      local rows = db:observe "SELECT sum(v) AS n FROM t"
      rows:observe(function(list) print(list[1].n) end)
      bh.sleep "1s"
      db:transaction(function() db:exec "INSERT INTO t VALUES (10)" bh.sleep "1s" db:exec "INSERT INTO t VALUES (100)" end)
      """)
    try host.advance(.milliseconds(10))
    #expect(host.printed() == ["1"])
    try host.advance(.milliseconds(1500))
    #expect(host.printed() == [], "the transaction is open")
    try host.advance(.seconds(1))
    #expect(host.printed() == ["111"])
    try host.world.databases.execute("/scripts/board.db", "DELETE FROM t WHERE v = 1")
    try host.advance(.zero)
    #expect(host.printed() == ["110"])
    #expect(host.reports() == [])
  }
}
