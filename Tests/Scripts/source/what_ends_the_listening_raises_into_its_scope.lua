-- Contract 27, 34: what the function raises that `notify` has returned goes to on_error of the source's scope, or to the
-- one around it, and stops nothing else.
local bh = require "bindhost"
bh.on_error(function(err) print("outer", err.message) end)

local function listen(name)
  return bh.source {
    name = name, get = function() return 1 end,
    notify = function() return function() error("cancel of " .. name, 0) end end,
  }
end

local scope = bh.scope(function()
  bh.on_close(function() print "closed" end)
  listen "a"
  listen "b"
end)
scope:close()
-- expect: outer	cancel of b
-- expect: outer	cancel of a
-- expect: closed

bh.scope("own", function()
  bh.on_error(function(err) print("own", err.id, err.message) end)
  bh.scope("inner", function() listen "c" end):close()
  -- expect: own	script.error	cancel of c
end):close()
