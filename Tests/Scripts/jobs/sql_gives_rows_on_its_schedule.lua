local bh = require "bindhost"
local db = bh.sql.open ":memory:"
db:exec "CREATE TABLE t(v); INSERT INTO t VALUES (1), (2)"
print(select(2, pcall(bh.job.sql, { db = db })).message)            -- expect: job.sql: option 'query' is missing
print(select(2, pcall(bh.job.sql, { query = "SELECT 1" })).id)      -- expect: bind.argument
local bad = bh.job.sql { db = ":memory:", query = "SELECT * FROM none" }
bad:on_failed(function(err)
  print(err.kind, err.message)      -- expect: sql	:memory:: no such table: none in: SELECT * FROM none
  bad:stop()
  bad = nil
end)
while bad do bh.sleep "5ms" end
local board = bh.model("board", { count = 0 })
local job = bh.job.sql { db = db, query = "SELECT count(*) AS n FROM t WHERE v < :top", args = { top = 100 },
  every = "10ms", map = function(rows) return rows[1].n end, into = board "count" }
local seen = {}
board("count"):observe(function(n)
  seen[#seen + 1] = n
  if n == 2 then bh.go(function() db:exec "INSERT INTO t VALUES (3)" end) end
  if n == 3 then
    print(table.concat(seen, " "))  -- expect: 0 2 3
    job:stop()
    db:close()
  end
end)
