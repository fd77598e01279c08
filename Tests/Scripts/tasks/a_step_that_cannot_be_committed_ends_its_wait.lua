-- Contract 25, 32: what a task wrote before a wait is refused when it is committed. The task ends there: what it waits for is
-- called off, and its variables are closed.
-- args: --allow-run=sleep
local bh = require "bindhost"
local picky = bh.bindable(0, { equals = function() error("picky", 0) end })
local a, b = bh.bindable(0), bh.bindable(0)
a:observe(function(v) b:set(v + 1) end, { initial = false })
b:observe(function(v) a:set(v + 1) end, { initial = false })

local function begin(name, cell, wait)
  bh.go(function()
    local guard <close> = setmetatable({}, { __close = function() print(name .. " closed") end })
    cell:set(1)
    wait()
    print(name .. " went on")
  end)
end
begin("sleeper", picky, function() bh.sleep "1h" end)
-- expect: sleeper closed
begin("caller", picky, function() bh.exec { "sleep", "3600" } end)
-- expect: caller closed
begin("ring", a, function() bh.all { function() bh.sleep "1h" end } end)
-- expect: ring closed
bh.on_exit(function() print(picky:get()) end)  -- expect: 0
-- expect error: script.error
-- expect error: script.error
-- expect error: bind.cycle
-- exit: 1
