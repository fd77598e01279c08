local bh = require "bindhost"
local db = bh.sql.open ":memory:"
local endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
local scope = bh.scope("short", function()
  bh.go(function()
    db:query(endless)
    print "never"
  end)
end)
bh.sleep "30ms"
scope:close()
-- The one connection is free again.
print(db:query("SELECT 7 AS n")[1].n)  -- expect: 7
bh.go(function() db:query(endless) end)
bh.sleep "10ms"
db:close()
print "closed"                         -- expect: closed
