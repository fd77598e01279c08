-- Contract L-9, L-13, R-5: what was invalidated is stale until a new value comes; a reload that is cancelled leaves all as it was,
-- and what was fresh then grows old in its time.
local bh = require "bindhost"
local n = 0
local x = bh.loadable("x", { fresh = "300ms", load = function() n = n + 1 bh.sleep("20ms") return n end })
x("value"):observe(function() end)
x:await()
print(x("stale"):get())                                -- expect: false
x:invalidate()
print(x("face"):get(), x("stale"):get())               -- expect: reloading	true
x:cancel()
print(x("face"):get(), x("stale"):get())               -- expect: loaded	true
print(x:await(), x("stale"):get())                     -- expect: 2	false
x:refresh()
x:cancel()
print(x("face"):get(), x("stale"):get())               -- expect: loaded	false
repeat bh.sleep("5ms") until x("stale"):get()
print(x("face"):get(), x("value"):get())               -- expect: loaded	2
