-- Contract 17.
local bh = require "bindhost"
local count = 0
local function watch(cell) cell:observe(function() count = count + 1 end, { initial = false }) return cell end
local function changes(cell, value)
  count = 0
  cell:set(value)
  return count
end
local number = watch(bh.bindable(1))
print(changes(number, 1), changes(number, 1.0), changes(number, 2), changes(number, 1))  -- expect: 0	0	1	1
local nan = watch(bh.bindable(0 / 0))
print(changes(nan, 0 / 0))  -- expect: 0
local zero = watch(bh.bindable(0.0))
print(changes(zero, -0.0))  -- expect: 0
local list = watch(bh.bindable { 1, { a = 2 } })
print(changes(list, { 1, { a = 2 } }), changes(list, { 1, { a = 3 } }))  -- expect: 0	1
local f, g = function() end, function() end
local fn = watch(bh.bindable(f))
print(changes(fn, f), changes(fn, g))  -- expect: 0	1
print(changes(number, "1"), changes(number, nil), changes(number, nil))  -- expect: 1	1	0
