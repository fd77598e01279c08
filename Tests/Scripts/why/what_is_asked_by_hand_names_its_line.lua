-- Contract 70: loads, writes and questions that a script asks for, conditions that open, and what a link says of itself.
local bh = require "bindhost"
local server = 1
local l = bh.loadable("l", { load = function() return server end })
l:set(3)
print(l "value":why().cause.parent.line)          -- expect: 5
local s = bh.source { name = "s", get = function() return server end }
server = 2
s:refresh()
print(s:why().cause.parent.line)                  -- expect: 9
l:refresh()
repeat bh.sleep "1ms" until l "value":get() == 2
print(l "value":why().cause.parent.parent.line)   -- expect: 11

local on, from, to = bh.bindable(false, { name = "on" }), bh.bindable(3), bh.bindable(0)
bh.bind(from, to, { when = on })
on:set(true)
print(to:why().cause.parent.line)                 -- expect: 17

local a, x = bh.bindable(0, { name = "a" }), bh.bindable(0, { name = "x" })
local lk = bh.link(a, x, { from = function(v) if v > 10 then return nil, "big" end return v end })
x:set(11)
print(lk "status":why().cause.parent.line)        -- expect: 22
