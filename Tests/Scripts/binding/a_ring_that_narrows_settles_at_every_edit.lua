-- Contract 0, 11, 17, 48: a ring of bindings that comes to rest settles at each edit, also where it comes back to what it held before.
local bh = require "bindhost"
bh.on_error(function(err) if err.id ~= "bind.overwritten" then print(err) end end)
local a, b = bh.bindable(0), bh.bindable(0)
bh.bind(a, b)
bh.bind(b, a, { map = function(v) return math.min(v, 10) end })
local seen = {}
for _, v in ipairs { 50, 50, 60, 4, 50 } do
  a:set(v)
  seen[#seen + 1] = a:get() .. "/" .. b:get()
end
print(table.concat(seen, " ")) -- expect: 10/10 10/10 10/10 4/4 10/10

-- From a control that is linked with it, and beside other cells.
local control, other = bh.bindable(0), bh.bindable(0)
bh.link(a, control)
for i = 1, 3 do control:set(50) end
bh.transaction(function() control:set(70) other:set(1) end)
print(a:get(), b:get(), control:get(), other:get()) -- expect: 10	10	10	1

-- One that comes to rest after several rounds, where it began.
local c, d = bh.bindable(0), bh.bindable(0)
bh.bind(c, d, { map = function(v) return v // 2 end })
bh.bind(d, c)
c:set(50)
print(c:get(), d:get()) -- expect: 0	0
