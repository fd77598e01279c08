-- Contract 6: wave number, then depth in the graph, then registration sequence.
local bh = require "bindhost"
local a, log = bh.bindable(0), {}
local function note(name) return function() log[#log + 1] = name end end
local function show(what) print(what, table.concat(log, " ")) log = {} end
local double = a:map(function(v) return v * 2 end)
local triple = double:map(function(v) return v * 3 end)
triple:observe(note "deep1", { initial = false })
double:observe(note "mid1", { initial = false })
a:observe(note "top1", { initial = false })
local second = a:observe(note "top2", { initial = false })
bh.effect(function() a:get() log[#log + 1] = "effect" end)
triple:observe(note "deep2", { initial = false })
a:observe(note "top3", { initial = false })
log = {}
a:set(1) show "write"  -- expect: write	top1 top2 effect top3 mid1 deep1 deep2
second:stop()
a:set(2) show "stopped"  -- expect: stopped	top1 effect top3 mid1 deep1 deep2
a:observe(note "top4", { initial = false })
a:set(3) show "added"  -- expect: added	top1 effect top3 top4 mid1 deep1 deep2
-- a deep observer of this wave comes before a shallow one of the next
local later = bh.bindable(0)
later:observe(note "later", { initial = false })
a:observe(function(v) log[#log + 1] = "writes" later:set(v) end, { initial = false })
a:set(4) show "waves"  -- expect: waves	top1 effect top3 top4 writes mid1 deep1 deep2 later
-- the depth is the longest way
local wide = bh.combine({ a, triple }, function(x, y) return x + y end)
wide:observe(note "wide", { initial = false })
a:observe(note "last top", { initial = false })
a:set(5) show "depth"  -- expect: depth	top1 effect top3 top4 writes last top mid1 deep1 deep2 wide later
-- and the order in which cells are written changes nothing
local x, y = bh.bindable(0), bh.bindable(0)
y:observe(note "y", { initial = false })
x:observe(note "x", { initial = false })
bh.transaction(function() x:set(1) y:set(1) end) show "one"  -- expect: one	y x
bh.transaction(function() y:set(2) x:set(2) end) show "two"  -- expect: two	y x
