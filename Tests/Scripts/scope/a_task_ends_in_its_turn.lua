-- Contract 34: newest first, tasks too, by the line that made them.
local bh = require "bindhost"
local function closing(name) return setmetatable({}, { __close = function() print(name) end }) end
local function wait(name)
  bh.go(function()
    local _ <close> = closing(name)
    bh.sleep "1h"
  end)
end
local cell = bh.bindable(0)
local scope = bh.scope("outer", function()
  bh.on_close(function() print "cleanup" end)
  wait "task 1"
  bh.effect(function() cell:get() return function() print "effect 1" end end)
  bh.scope("inner", function()
    wait "inner task"
    bh.effect(function() return function() print "inner effect" end end)
  end)
  wait "task 2"
  bh.effect(function() return function() print "effect 2" end end)
  bh.after(0, function()
    local _ <close> = closing "timer"
    bh.sleep "1h"
  end)
  bh.effect(function() return function() print "effect 3" end end)
end)
bh.sleep "1ms"
scope:close()
-- expect: effect 3
-- expect: timer
-- expect: effect 2
-- expect: task 2
-- expect: inner effect
-- expect: inner task
-- expect: effect 1
-- expect: task 1
-- expect: cleanup
