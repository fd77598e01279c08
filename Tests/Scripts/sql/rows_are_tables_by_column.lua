local bh = require "bindhost"
local db = bh.sql.open ":memory:"
print(db:exec "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, load REAL, data BLOB)")  -- expect: 0	0
print(db:exec("INSERT INTO t(name, load) VALUES (?, ?)", { "ada", 3.0 }))                 -- expect: 1	1
print(db:exec("INSERT INTO t(name, load, data) VALUES (:n, :l, :d)", { n = bh.null, l = 0.5, d = "\0\xff" }))
-- expect: 1	2
local rows = db:query "SELECT * FROM t ORDER BY id"
print(#rows, rows[1].id, rows[1].name, rows[1].load, rows[1].data)  -- expect: 2	1	ada	3.0	nil
print(math.type(rows[1].id), math.type(rows[1].load), rows[2].name, #rows[2].data)  -- expect: integer	float	nil	2
print(#db:query("SELECT * FROM t WHERE id = ?", { 99 }))            -- expect: 0
print(db:query("SELECT $a + @b AS sum", { a = 40, b = 2 })[1].sum)  -- expect: 42
-- Several statements at once, without arguments.
print(db:exec "INSERT INTO t(name) VALUES ('x'); INSERT INTO t(name) VALUES ('y'); UPDATE t SET load = 1")
-- expect: 6	4
print(db)           -- expect: database(:memory:)
db:close()
db:close()
print(select(2, pcall(db.query, db, "SELECT 1")).id)  -- expect: bind.disposed
