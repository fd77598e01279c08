-- CONTRACT 44: `from` is tried once more after the rewrite; the last model value stands, the link lives on.
local bh = require "bindhost"
local x, y = bh.bindable(1), bh.bindable(0)
local link = bh.link(x, y, { to = function(v) return v + 1 end, from = function(v) return v end })
print(x:get(), y:get(), link("status"):get())            -- expect: 1	2	ok
y:set(5)                                                 -- expect warning: bind.unstable
print(x:get(), y:get(), link("status"):get(), link("error"):get().id)   -- expect: 5	6	failed	bind.unstable
print(link("error"):get().message)                       -- expect: bindable = 5 is shown as bindable = 6, which reads back as 6: the last value stands
x:set(1)
print(x:get(), y:get(), link("status"):get())            -- expect: 1	2	ok
-- a ring that never closes is none of pairs: it is named, and the state before it stands
local a, b, c = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local up = { to = function(v) return v + 1 end, from = function(v) return v - 1 end }
bh.link(a, b, up)
bh.link(b, c, up)
bh.link(c, a, up)                                        -- expect error: bind.cycle
print(a:get(), b:get(), c:get())                         -- expect: 0	1	2
