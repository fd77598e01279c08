-- Contract 32, 51: an element by its key, and a place in it, keep the functions of the list that they are in.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, v = { w = 1 } } } })
local function list() return m "list":map(function(l) return l end) end
local one, v, w = list():by("id", 1), list():by("id", 1) "v", list():by("id", 1):at "v":at "w"
local two = list():map(function(l) return l end):by("id", 1):map(function(e) return e.v.w end)
local lens = m "list":through { to = function(l) return l end, from = function(l) return l end }:by("id", 1) "v.w"
for _ = 1, 2 do collectgarbage() end
m "list[1].v.w":set(3)
for _ = 1, 2 do collectgarbage() end
print(one:get().v.w, v:get().w, w:get(), two:get(), lens:get())   -- expect: 3	3	3	3	3
lens:set(4)
print(w:get(), m "list[1].v.w":get())                             -- expect: 4	4
