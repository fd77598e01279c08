-- Contract 50, 41: places in an element by its key are ranked by their priority as all are, also where a write makes what is missing.
local bh = require "bindhost"
local create = { create = true }
local d = bh.bindable { l = { { id = 1, a = { b = 1, c = 2 } } } }
local row = d "l":by("id", 1)
local on = bh.bindable(true)
bh.bind(bh.bindable(10), row:at("a.b", create), { priority = 2, when = on })
bh.bind(bh.bindable { b = 20, c = 21 }, row:at("a", create), { priority = 1, when = on })
print(bh.json.encode(row:get()))                           -- expect: {"a":{"b":10,"c":21},"id":1}
bh.bind(bh.bindable(30), row:at("a.c", create), { priority = 3, when = on })
print(bh.json.encode(row:get()))                           -- expect: {"a":{"b":10,"c":30},"id":1}
on:set(false)
print(bh.json.encode(row:get()))                           -- expect: {"a":{"b":1,"c":2},"id":1}
print((pcall(bh.bind, bh.bindable(1), row:at("a.b", create)))) -- expect: false
