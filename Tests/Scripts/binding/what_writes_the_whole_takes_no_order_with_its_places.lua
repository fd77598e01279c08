-- CONTRACT 50: a link and a lens write all of a record: a further binding of a field in it is refused.
local bh = require "bindhost"
local m = bh.model("m", { r = { a = 0, b = 0 } })
local n = bh.model("n", { a = 1, b = 1 })
local link = bh.link(n, m "r")
local ok, err = pcall(bh.bind, bh.bindable(5), m "r.a", { priority = 1 })
print(ok, err.id, err.message:match("m%.r is linked already at .*%.lua:5") ~= nil)   -- expect: false	bind.two_writers	true
bh.bind(bh.bindable(5), m "r.a", { replace = true })
print(link:info().stopped, m("r.a"):get())                     -- expect: true	5
local function same(v) return v end
local lens = m("r"):through { to = same, from = same }
print(select(2, pcall(bh.bind, n, lens, { priority = -1 })).id)  -- expect: bind.two_writers
-- a binding of the record lets a link of a field rest
local p, x, w = bh.model("p", { r = { a = 0 } }), bh.bindable(1), bh.bindable(false)
bh.link(x, p "r.a")
bh.bind(bh.model("q", { a = 9 }), p "r", { when = w, priority = 1 })
w:set(true)
print(x:get(), p("r.a"):get())                                  -- expect: 1	9
x:set(2)
print(x:get(), p("r.a"):get())                                  -- expect: 2	9
w:set(false)
print(x:get(), p("r.a"):get())                                  -- expect: 2	2
