local bh = require "bindhost"
local db = bh.sql.open ":memory:"
db:exec "CREATE TABLE t(v UNIQUE)"
local function values()
  local list = {}
  for _, row in ipairs(db:query "SELECT v FROM t ORDER BY v") do list[#list + 1] = row.v end
  return table.concat(list, " ")
end
print(db:transaction(function(tx)
  tx:exec "INSERT INTO t VALUES (1)"
  bh.sleep "5ms"
  assert(db:exec "INSERT INTO t VALUES (2)")
  return "both", 2
end))                                            -- expect: both	2
print(values())                                  -- expect: 1 2
print(pcall(db.transaction, db, function()
  assert(db:exec "INSERT INTO t VALUES (3)")
  error("no", 0)
end))                                            -- expect: false	no
print(values())                                  -- expect: 1 2
-- An inner one that raises takes only its own back.
db:transaction(function()
  db:exec "INSERT INTO t VALUES (4)"
  print(pcall(db.transaction, db, function()
    db:exec "INSERT INTO t VALUES (5)"
    assert(db:exec "INSERT INTO t VALUES (4)")
  end) == false)                                 -- expect: true
  db:exec "INSERT INTO t VALUES (6)"
end)
print(values())                                  -- expect: 1 2 4 6
-- What other tasks ask for meanwhile is no part of it, and waits.
local seen
bh.go(function() bh.sleep "5ms" seen = values() end)
db:transaction(function()
  db:exec "INSERT INTO t VALUES (7)"
  bh.sleep "30ms"
  db:exec "INSERT INTO t VALUES (8)"
end)
bh.sleep "20ms"
print(seen)                                      -- expect: 1 2 4 6 7 8
-- A task that ends with its scope rolls back.
local scope = bh.scope("short", function()
  bh.go(function()
    db:transaction(function()
      db:exec "DELETE FROM t"
      bh.sleep "10s"
    end)
  end)
end)
bh.sleep "30ms"
scope:close()
print(values())                                  -- expect: 1 2 4 6 7 8
