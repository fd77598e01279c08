-- args: -A
local bh = require "bindhost"
local folder = bh.exec { "mktemp", "-d" }.out:match "%S+"
local path = folder .. "/board.db"
local db = bh.sql.open(path)
db:exec "PRAGMA journal_mode = WAL; CREATE TABLE t(v); INSERT INTO t VALUES (1)"
local rows = db:observe("SELECT v FROM t WHERE v < ? ORDER BY v", { 100 })
local function text(list)
  local words = {}
  for i, row in ipairs(list) do words[i] = row.v end
  return table.concat(words, " ")
end
print("at once", text(rows:get()))         -- expect: at once	1
local seen = bh.bindable()
rows:observe(function(list) seen:set(text(list)) end)
local function wait_for(wanted)
  for _ = 1, 1000 do
    if seen:get() == wanted then return print(wanted) end
    bh.sleep "5ms"
  end
  print("instead", seen:get())
end
db:exec "INSERT INTO t VALUES (2)"
wait_for "1 2"                             -- expect: 1 2
bh.exec { "sqlite3", path, "INSERT INTO t VALUES (3)" }
wait_for "1 2 3"                           -- expect: 1 2 3
db:transaction(function()
  db:exec "DELETE FROM t WHERE v = 1"
  db:exec "INSERT INTO t VALUES (4)"
end)
wait_for "2 3 4"                           -- expect: 2 3 4
pcall(db.transaction, db, function()
  db:exec "DELETE FROM t"
  error "no"
end)
bh.exec { "sqlite3", path, "PRAGMA busy_timeout=2000; INSERT INTO t VALUES (5), (200)" }
wait_for "2 3 4 5"                         -- expect: 2 3 4 5
print(rows:writable())                     -- expect: false
local none, err = db:observe "SELEC"
print(none, err.kind)                      -- expect: nil	sql
db:close()
bh.exec { "rm", "-r", folder }
