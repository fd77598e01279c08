-- CONTRACT 50: a write by hand is warned of when it stands, once for each line; what is dropped, refused or taken back was none.
local bh = require "bindhost"
local source, target = bh.bindable(1), bh.bindable(0)
bh.bind(source, target)
local dropped = true
local function write() target:set(5) if dropped then error "dropped" end end
print((pcall(bh.transaction, write)))                        -- expect: false
bh.transaction(function() pcall(bh.transaction, write) source:set(2) end)
source:observe(write, { initial = false })
source:set(3)                                                -- expect error: script.error
print(target:get())                                          -- expect: 3
-- a place that has gone
local list = bh.bindable { 1 }
bh.bind(source, list:at "[1]")
local gone = list:at "[1]"
list:set {}
print(pcall(gone.set, gone, 7))
-- expect: false	bind.detached: a_write_by_hand_that_is_dropped_was_none.lua:17: bindable[1] was removed, so there is no place to write to
-- what bindings write that settle, and what they take back
local a, b, c, shown = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.bind(a, b)
bh.bind(b, a, { initial = false, map = function(v) return v > 9 and v + 1 or v end })
bh.link(a, shown)
shown:set(4)
print(a:get(), b:get(), pcall(shown.set, shown, 10) and "", a:get())   -- expect: 4	4	false	4
bh.bind(b, c)
print(select(2, pcall(a.set, a, 20)).id, a:get())            -- expect: bind.cycle	4
-- the same line, and now it stands
dropped = false
bh.transaction(write)                                        -- expect warning: bind.overwritten
print(target:get())                                          -- expect: 5
