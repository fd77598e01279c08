-- CONTRACT 44: the message says what each of the two ends has become and what comes back, the note what mends it.
local bh = require "bindhost"
local m, f = bh.bindable(1, { name = "m" }), bh.bindable("", { name = "f" })
local short = bh.link(m, f, { to = function(v) return ("%.1f"):format(v) end, from = tonumber })
f:set("3.14")                                            -- expect warning: bind.unstable
local err = short "error":get()
print(err.message)                                       -- expect: m = 3.14 is shown as f = "3.1", which reads back as 3.1: the last value stands
print(err.notes[1]:match "^write to and from so that from%(to%(v%)%) is v")   -- expect: write to and from so that from(to(v)) is v
print(m:get(), f:get(), short "status":get())            -- expect: 3.14	3.1	failed
-- the target makes another value of what the source says, and that does not come back either
local n = bh.bindable(0, { name = "n" })
local even = bh.model("m", { even = bh.field { default = 0, check = function(v) return true, v - v % 2 end } }) "even"
local odd = bh.link(n, even, { to = function(v) return v end, from = function(v) return v + 3 end })
n:set(5)                                                 -- expect warning: bind.unstable
print(odd "error":get().message)                         -- expect: n = 7 is shown as m.even = 6, which reads back as 9: the last value stands
