-- Contract 9: both lines are named; without a read, with a function write, or in a later wave nothing is lost.
local bh = require "bindhost"
local go, n, log = bh.bindable(0), bh.bindable(0), {}
bh.on_error(function(err) log[#log + 1] = err end)
local function both(first, second)
  local one = go:observe(first, { initial = false })
  local two = go:observe(second, { initial = false })
  log = {}
  go:modify(function(v) return v + 1 end)
  one:stop() two:stop()
  return #log
end
local function plain() n:set(n:get() + 1) end
local function blind() n:set(7) end
local function fn() n:modify(function(v) return v + 1 end) end
print(both(blind, blind), both(plain, blind), both(plain, fn), both(fn, fn))  -- expect: 0	0	0	0
print(both(blind, plain), log[1].id)          -- expect: 1	bind.lost_update
print(both(fn, plain), both(plain, plain))    -- expect: 1	1
local notes = table.concat(log[1].notes, " ")
print(notes:match ":13 .*:(%d+) ")            -- expect: 13
-- the two writes are in two waves
local step = bh.bindable(0)
step:observe(plain, { initial = false })
print(both(function(v) step:set(v) plain() end, function() end))  -- expect: 0
