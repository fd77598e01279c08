-- LUA_API "Methods of every cell and Ref": also what is derived has places, read-only, or written where it is a lens.
local bh = require "bindhost"
local n = bh.bindable(1)
local record = bh.computed(function() return { u = { v = n:get(), w = "same" }, list = { 10, 20 } } end)
local v, w = record:at "u.v", record "u.w"
print(v:get(), w:get(), record "list[2]":get(), record:at "u.none.deeper":get())   -- expect: 1	same	20	nil
v:observe(function(new, old) print("v", new, old) end)    -- expect: v	1	nil
w:observe(function(new) print("w", new) end)              -- expect: w	same
n:set(2)                                                  -- expect: v	2	1
print(v:writable(), (pcall(v.set, v, 3)))                   -- expect: false	false
print(n:map(function(x) return { x = x } end):at "x":get())                       -- expect: 2
print(n:default(0):map(function(x) return { { y = x } } end) "[1].y":get())       -- expect: 2
local m = bh.model("m", { point = { x = 1, y = 2 } })
local turned = m "point":through { to = function(p) return { x = p.y, y = p.x } end, from = function(p) return { x = p.y, y = p.x } end }
local x = turned:at "x"
print(x:writable(), x:get(), x:set(9))                    -- expect: true	2	true
print(m "point.x":get(), m "point.y":get())               -- expect: 1	9
local text = bh.bindable("")
bh.bind(x, text, tostring)
m "point.y":set(5)
print(text:get())                                         -- expect: 5
-- reset is of the place, and leaves the rest of the record
local r = bh.model("r", { rec = { x = 1, y = 2 } })
r "rec":update { x = 10, y = 20 }
local same = r "rec":through { to = function(v) return v end, from = function(v) return v end }
same "x":reset()                                          -- a field that is missing takes its default
print(r "rec.x":get(), r "rec.y":get())                   -- expect: 1	20
local free = bh.bindable { x = 1, y = 2 }
local view = free:through { to = function(v) return v end, from = function(v) return v end }
view "x":reset()
print(free:get().x, free:get().y)                         -- expect: nil	2
