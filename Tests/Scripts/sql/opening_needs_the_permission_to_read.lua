-- args: --allow-write=/tmp/bindhost-none
local bh = require "bindhost"
local function try(path)
  local ok, err = pcall(bh.sql.open, path)
  print(ok, err.kind, err.message)
end
try "/tmp/bindhost-none/a.db"
-- expect: false	not_permitted	reading '/tmp/bindhost-none/a.db' is not permitted (add --allow-read=/tmp/bindhost-none/a.db)
print(bh.sql.open(":memory:"):query("SELECT 1 AS n")[1].n)  -- expect: 1
bh.sql.open "a.db"
-- expect error: host.not_permitted
-- exit: 3
