-- args: --allow-read=/tmp --allow-write=/tmp/bindhost-none --deny-write=/tmp/bindhost-none/secret
local bh = require "bindhost"
local function try(path)
  local ok, err = pcall(bh.fs.write, path, "x")
  print(ok, err and err.kind, err and err.message)
end
try "/tmp/other"
-- expect: false	not_permitted	writing '/tmp/other' is not permitted (add --allow-write=/tmp/other)
try "/tmp/bindhost-none/../other"
-- expect: false	not_permitted	writing '/tmp/other' is not permitted (add --allow-write=/tmp/other)
try "/tmp/bindhost-none/secret"
-- expect: false	not_permitted	writing '/tmp/bindhost-none/secret' is not permitted (a --deny-write rule wins)
print(pcall(bh.fs.write, "x"))
-- expect: false	bind.argument: writing_needs_its_own_permission.lua:13: bh.fs.write: argument 2 (text): string expected, got nothing
bh.fs.write("x.lua", "x")
-- expect error: host.not_permitted
-- exit: 3
