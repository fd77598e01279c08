-- Contract 34: `<close>` variables of a function that waits in a scope, then the scope's cleanups, whoever ends it.
local bh = require "bindhost"
local function closing(name) return setmetatable({}, { __close = function() print(name) end }) end
local function body()
  local _ <close> = closing "task"
  bh.scope("outer", function()
    bh.on_close(function() print "outer cleanup" end)
    local _ <close> = closing "outer"
    bh.scope("inner", function()
      bh.on_close(function() print "inner cleanup" end)
      local _ <close> = closing "inner"
      bh.sleep "1h"
    end)
  end)
end
local task = bh.go(body)
bh.sleep "1ms"
task:stop()
-- expect: inner
-- expect: inner cleanup
-- expect: outer
-- expect: outer cleanup
-- expect: task
print "scope"                                           -- expect: scope
local scope = bh.scope(function() bh.go(body) bh.sleep "1ms" end)
scope:close()
-- expect: inner
-- expect: inner cleanup
-- expect: outer
-- expect: outer cleanup
-- expect: task
print "timeout"                                         -- expect: timeout
print(select(2, bh.timeout("1ms", body)).id)
-- expect: inner
-- expect: inner cleanup
-- expect: outer
-- expect: outer cleanup
-- expect: task
-- expect: load.timeout
