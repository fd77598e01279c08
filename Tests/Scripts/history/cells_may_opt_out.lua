local bh = require "bindhost"
local m = bh.model("m", { text = "", cursor = 0, length = 0 })
bh.bind(m "text", m "length", { map = string.len })      -- follows: no part of a step
local loose = bh.bindable(1)
local h = bh.history { cells = { m "text", loose } }
m("text"):set("ab")
m("cursor"):set(2)
loose:set(2)
h:undo()
print(m("text"):get(), m("cursor"):get(), m("length"):get(), loose:get())   -- expect: ab	2	2	1
h:undo()
print(m("text"):get(), m("cursor"):get(), m("length"):get(), h("can_undo"):get())   -- expect: 	2	0	false
print(select(2, pcall(bh.history, { cells = { m("text"):map(string.upper) } })).id)  -- expect: bind.argument
print(select(2, pcall(bh.history, { limit = 0 })).id)                               -- expect: bind.argument
print(select(2, pcall(h, "can_und")).message)            -- expect: history: unknown cell 'can_und'
h:stop()
m("text"):set("x")
print(h("can_undo"):get(), h:undo())                     -- expect: false	false
-- models made later count in a history of all
local all = bh.history()
local late = bh.model("late", { v = 1 })
late("v"):set(2)
print(all:undo(), late("v"):get())                       -- expect: true	1
