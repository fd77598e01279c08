-- CONTRACT 49, 50: bindings of a record and of its fields, of a list and of its elements have one order.
local bh = require "bindhost"
local m = bh.model("m", { r = { a = 0, b = 0 }, list = { 0, 0 }, map = bh.field { type = "map", default = { k = 0 } } })
local whole = bh.model("whole", { a = 1, b = 1 })
local part, alarm = bh.bindable(10), bh.bindable(false)
local function show() return m("r.a"):get() .. " " .. m("r.b"):get() end
bh.bind(whole, m "r")
local over = bh.bind(part, m "r.a", { when = alarm, priority = 1 })
print(show())                                  -- expect: 1 1
alarm:set(true)
print(show())                                  -- expect: 10 1
whole:set { a = 2, b = 2 }
print(show())                                  -- expect: 10 2
alarm:set(false)
print(show())                                  -- expect: 2 2
alarm:set(true)
over:stop()
print(show())                                  -- expect: 2 2
-- a lower one of a field waits under one of the record, and writes again when that lets go
local low = bh.bind(part, m "r.b", { priority = -1 })
part:set(11)
print(show())                                  -- expect: 2 2
-- a conditional one of the record over both
local theme, dark = bh.model("theme", { a = 7, b = 7 }), bh.bindable(true)
bh.bind(theme, m "r", { when = dark, priority = 5 })
print(show())                                  -- expect: 7 7
low:stop()
bh.bind(part, m "r.b", { priority = 9 })
print(show())                                  -- expect: 7 11
theme("b"):set(8)
theme("a"):set(8)
print(show())                                  -- expect: 8 11
dark:set(false)
print(show())                                  -- expect: 2 11
-- what replaces ends those around and inside
local last = bh.bind(theme, m "r", { replace = true })
print(show())                                  -- expect: 8 8
part:set(12)
print(show(), select(2, pcall(bh.bind, part, m "r.a")).id)   -- expect: 8 8	bind.two_writers
bh.bind(part, m "r.a", { replace = true })
theme("b"):set(3)
print(show(), last:info().stopped)             -- expect: 12 8	true
-- lists and maps
local list, element = bh.bindable { 1, 2 }, bh.bindable(5)
bh.bind(list, m "list")
print(select(2, pcall(bh.bind, element, m "list[1]")).id)    -- expect: bind.two_writers
local first = bh.bind(element, m "list[1]", { priority = 1 })
list:set { 3, 4, 5 }
print(table.concat(m("list"):get(), " "))      -- expect: 5 4 5
first:stop()
print(table.concat(m("list"):get(), " "))      -- expect: 3 4 5
bh.bind(element, m 'map["k"]')
print(select(2, pcall(bh.bind, bh.bindable { k = 1 }, m "map")).id)               -- expect: bind.two_writers
bh.bind(bh.bindable(bh.record { j = 1 }), m "map", { priority = -1 })
print(m('map["k"]'):get(), m('map["j"]'):get())              -- expect: 5	1
