-- CONTRACT 50: two bindings with one target need an order.
local bh = require "bindhost"
local a, b, t = bh.bindable("a"), bh.bindable("b"), bh.bindable("")
local first = bh.bind(a, t)
local ok, err = pcall(bh.bind, b, t)
print(ok, err.id)                        -- expect: false	bind.two_writers
print(err.message:match("a_second_writer_is_refused.lua:4") ~= nil)   -- expect: true
print(t:get())                           -- expect: a
-- replace ends the first one
bh.bind(b, t, { replace = true })
print(t:get(), first:info().stopped)     -- expect: b	true
a:set("a2")
print(t:get())                           -- expect: b
-- a lens writes the same cell
local lens = t:through { to = function(v) return v end, from = function(v) return v end }
print(select(2, pcall(bh.bind, a, lens)).id)   -- expect: bind.two_writers
-- a property that follows a Ref is bound too
local label = bh.ui.label { text = a }
print(select(2, pcall(bh.bind, b, label "text")).id)   -- expect: bind.two_writers
