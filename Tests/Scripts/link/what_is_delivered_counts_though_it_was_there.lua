-- Contract 14, 16, 37: what a one-way binding delivers to the source of a link wins over what the other end was given in the same wave, also
-- where the source held it already.
local bh = require "bindhost"
local x, s, t = bh.bindable(2), bh.bindable(0), bh.bindable(0)
local binding = bh.bind(x, s, { map = function(v) return v % 10 end })
bh.link(s, t)
for _, value in ipairs { 14, 24, 24 } do
  bh.transaction(function() t:set(9) x:set(value) end)
  print(s:get(), t:get(), binding "status":get())
end
-- expect: 4	4	ok
-- expect: 4	4	ok
-- Nothing was delivered: what was written by hand stands.
-- expect: 9	9	ok
local y, u, w = bh.bindable(2), bh.bindable(2), bh.bindable(0)
bh.link(u, w)
bh.transaction(function() w:set(9) bh.bind(y, u) end)
print(u:get(), w:get()) -- expect: 2	2
-- Further along a chain.
local z = bh.bindable(0)
bh.link(w, z)
bh.transaction(function() z:set(7) y:set(2) y:touch() end)
print(u:get(), w:get(), z:get()) -- expect: 2	2	2

-- For each link of the source, for a record as for its fields; an edit while refused input is held is taken.
local p, q, left, right = bh.bindable(11), bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.bind(p, q, { map = function(v) return v // 10 end })
bh.link(q, left)
bh.link(q, right)
bh.transaction(function() p:set(13) left:set(5) right:set(6) end)
print(q:get(), left:get(), right:get()) -- expect: 1	1	1
local record, shown = bh.bindable { x = 0 }, bh.bindable(0)
local m = bh.model("m", { r = { x = 0 } })
bh.bind(record, m "r")
bh.link(m "r.x", shown)
bh.transaction(function() shown:set(5) record:touch() end)
print(m "r.x":get(), shown:get()) -- expect: 0	0
-- Where it was written by hand besides, whatever the order of the bindings.
for _, order in ipairs { { 1, 2, 3 }, { 3, 2, 1 }, { 2, 3, 1 } } do
  local from, head, middle, last = bh.bindable(3), bh.bindable(0), bh.bindable(0), bh.bindable(0)
  local make = {
    function() bh.bind(from, head) end, function() bh.link(head, middle) end, function() bh.link(middle, last) end,
  }
  for _, index in ipairs(order) do make[index]() end
  middle:set(14)
  bh.transaction(function()
    head:set(2)
    last:set(19)
    from:set(14)
  end)
  print(head:get(), middle:get(), last:get())
end
-- expect warning: bind.overwritten
-- expect: 14	14	14
-- expect warning: bind.overwritten
-- expect: 14	14	14
-- expect warning: bind.overwritten
-- expect: 14	14	14
-- What is made of it further along flows back as ever: that is no edit of the other end. A real one loses also beside it.
local given, first, second, last = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0)
local even = bh.model("even", { n = bh.field { default = 0, check = function(v) return true, v - v % 2 end } })
bh.bind(given, first)
bh.link(first, second)
bh.link(second, even "n")
bh.link(even "n", last)
given:set(15)
print(first:get(), second:get(), even "n":get(), last:get()) -- expect: 14	14	14	14
bh.transaction(function() given:set(25) last:set(6) end)
print(first:get(), second:get(), even "n":get(), last:get()) -- expect: 24	24	24	24
bh.transaction(function() given:set(25) given:touch() last:set(6) end)
print(first:get(), second:get(), even "n":get(), last:get()) -- expect: 24	24	24	24
bh.transaction(function() given:set(41) second:set(41) end)
print(first:get(), second:get(), even "n":get(), last:get()) -- expect: 40	40	40	40
-- Two edits in one chain.
local head, a, b, c, d = bh.bindable(4), bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.bind(head, a, { map = function(v) return v % 10 end })
bh.link(a, b)
bh.link(b, c)
bh.link(c, d)
bh.transaction(function() b:set(77) d:set(78) head:set(34) end)
print(a:get(), b:get(), c:get(), d:get()) -- expect: 4	4	4	4
-- What others make of it further along is told from an edit by its causes, in whatever order it was written.
local n = bh.model("narrow", { c = bh.field { default = 21, check = function(v) return true, math.min(v, 50) end } })
local src, n1, n2, n3 = bh.bindable(21), bh.bindable(21), bh.bindable(21), bh.bindable(21)
local function most(limit) return { validate = function(v) return true, math.min(v, limit) end } end
bh.bind(src, n1)
local links = { bh.link(n2, n3, most(40)), bh.link(n1, n2, most(20)), bh.link(n3, n "c") }
bh.transaction(function()
  n3:set(53)
  n1:set(33) -- expect warning: bind.overwritten
  n2:set(25)
  src:set(53)
end)
print(n1:get(), n2:get(), n3:get(), n "c":get(), links[3] "status":get()) -- expect: 20	20	20	20	ok
