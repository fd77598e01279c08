-- CONTRACT 50: the target of a link is written by the link, so a further binding or link onto it is refused.
local bh = require "bindhost"
local a, b, c = bh.bindable("a"), bh.bindable("b"), bh.bindable("c")
local link = bh.link(a, b)
local ok, err = pcall(bh.bind, c, b)
print(ok, err.id, err.message:match("linked already at .*%.lua:4") ~= nil)   -- expect: false	bind.two_writers	true
print(select(2, pcall(bh.link, c, b)).id)     -- expect: bind.two_writers
print(b:get())                                -- expect: a
-- its source may follow something else, and chains and rings have one link for each target
local follows = bh.bind(c, a)
print(a:get(), b:get())                       -- expect: c	c
follows:stop()
local d = bh.bindable()
bh.link(b, d)
d:set("d")
print(a:get(), b:get(), d:get())              -- expect: d	d	d
-- replace ends the link
bh.bind(c, b, { replace = true })
print(b:get(), link:info().stopped)           -- expect: c	true
a:set("alone")
print(b:get())                                -- expect: c
-- once it is stopped its target is free
local e, f = bh.bindable(1), bh.bindable(2)
bh.link(e, f):stop()
bh.bind(a, f)
print(f:get())                                -- expect: alone
