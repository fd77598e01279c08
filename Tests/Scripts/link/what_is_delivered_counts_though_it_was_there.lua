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
