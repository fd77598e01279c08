local bh = require "bindhost"
local db = bh.sql.open ":memory:"
local function say(rows, err) print(rows, err.kind, err.id, err.message) end
say(db:query "SELEC 1")
-- expect: nil	sql	sql.failed	:memory:: near "SELEC": syntax error in: SELEC 1
say(db:query("SELECT ?", { 1, 2 }))
-- expect: nil	sql	sql.failed	:memory:: the statement has 1 parameters, and 2 values are given in: SELECT ?
say(db:query("SELECT :a", { b = 1 }))
-- expect: nil	sql	sql.failed	:memory:: the statement has no parameter named 'b' in: SELECT :a
say(db:query "SELECT 1; SELECT 2")
-- expect: nil	sql	sql.failed	:memory:: there is more than one statement: one is run at a time in: SELECT 1; SELECT 2
db:exec "CREATE TABLE t(v UNIQUE); INSERT INTO t VALUES (1)"
say(db:exec "INSERT INTO t VALUES (1)")
-- expect: nil	sql	sql.failed	:memory:: UNIQUE constraint failed: t.v in: INSERT INTO t VALUES (1)
-- What SQL may never do raises.
for _, sql in ipairs { "ATTACH '/tmp/other.db' AS o", "VACUUM INTO '/tmp/other.db'", "SELECT load_extension('x')",
  "PRAGMA writable_schema = ON", "BEGIN" } do
  local ok, err = pcall(db.exec, db, sql)
  print(ok, err.kind, err.id)
end
-- expect: false	not_permitted	host.not_permitted
-- expect: false	not_permitted	host.not_permitted
-- expect: false	not_permitted	host.not_permitted
-- expect: false	not_permitted	host.not_permitted
-- expect: false	not_permitted	host.not_permitted
print(db:query("PRAGMA user_version")[1].user_version)   -- expect: 0
print(select(2, pcall(db.query, db, "SELECT 1", 7)).id)  -- expect: bind.argument
print(select(2, pcall(db.query, db, "SELECT ?", { { db } })).message)
-- expect: database:query: argument 2 (args): values of SQL (a database is none) expected, got table
print(#db:query("VALUES (1), (2)"))                      -- expect: 2
