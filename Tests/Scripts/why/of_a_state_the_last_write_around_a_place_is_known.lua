-- Contract 70: of a state that is written several times in one transaction each field, and each place in one, knows the line that has written
-- it last, alone or with what is around it: also where that is a record, in a transaction inside, or by another observer.
-- expect: a record after its fields	18 18	19	18	19
-- expect: a field after its record	26 25 27
-- expect: inside another	31	32 32
-- expect: all of it	39 39 39
-- expect: two observers	43	44 44
local bh = require "bindhost"
local state = bh.state("s", { l = { { v = 0 }, { v = 0 } }, n = 0, r = { x = 0 } }, { store = "memory:" })
local function line(ref) return tostring(bh.why(ref)):match "lua:(%d+)" end
local first, second, list, n, x = state "l[1].v", state "l[2].v", state "l", state "n", state "r.x"

bh.transaction(function()
  n:set(1)
  first:set(1)
  x:set(1)
  list:set { { v = 1 }, { v = 1 } }
  state:modify(function() return { n = 2, l = { { v = 2 }, { v = 2 } }, r = { x = 2 } } end)
  second:set(3)
end)
print("a record after its fields", line(n) .. " " .. line(first), line(second), line(x), line(list))

bh.transaction(function()
  state "r":set { x = 3 }
  state "l[1]":set { v = 4 }
  x:set(4)
  second:modify(function(v) return v + 1 end)
end)
print("a field after its record", line(x) .. " " .. line(first) .. " " .. line(second))
bh.transaction(function()
  first:set(5)
  bh.transaction(function() second:set(6) end)
  pcall(bh.transaction, function() first:set(7) error "no" end)
end)
print("inside another", line(first), line(second) .. " " .. line(list))

bh.transaction(function()
  first:set(8)
  state:set(nil)
end)
print("all of it", line(first) .. " " .. line(second) .. " " .. line(x))
local go = bh.bindable(0)
go:observe(function() first:set(9) end, { initial = false })
go:observe(function() second:set(10) end, { initial = false })
go:set(1)
print("two observers", line(first), line(second) .. " " .. line(list))
