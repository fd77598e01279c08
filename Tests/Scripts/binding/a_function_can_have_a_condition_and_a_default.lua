local bh = require "bindhost"
local on, source = bh.bindable(false), bh.bindable(nil)
bh.bind(source, function(v) print("got", v) end, { when = on, default = "none" })
on:set(true)                             -- expect: got	none
source:set("x")                          -- expect: got	x
on:set(false)
source:set("y")
on:set(true)                             -- expect: got	y
print(select(2, pcall(bh.bind, source, print, { replace = true })).id)   -- expect: bind.argument
print((tostring(select(2, pcall(bh.bind, source, print, { wehn = on }))):find("did you mean 'when'?", 1, true)) ~= nil)   -- expect: true
