-- Contract 70: a place in a list names the write that changed it, not one that changed its neighbours.
local bh = require "bindhost"
local m = bh.model("m", { list = { { n = 1 }, { n = 2 } } })
local first, second = m "list[1].n", m "list[2].n"
first:set(10)
print(first:why().line, second:why().line, m "list":why().line)    -- expect: 5	3	5
second:set(20)
print(first:why().line, second:why().line, m "list":why().line)    -- expect: 5	7	7
bh.transaction(function()
  first:set(100)
  print(first:why().line, first:why().value)                       -- expect: 10	100
end)
print(first:why().line, second:why().line, m:why().line)           -- expect: 10	7	10
local h = bh.history { cells = { m "list" } }
second:set(21)
h:undo()
print(second:get(), second:why().cause.kind)                       -- expect: 20	undo
