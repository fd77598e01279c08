-- CONTRACT 16: observers, bindings, links, effects and lists of a transaction first run when it commits.
local bh = require "bindhost"
local a, list, log = bh.bindable(1), bh.bindable { "x" }, {}
local function note(...) log[#log + 1] = table.concat({ ... }, " ") end
local bound, linked = bh.bindable(0), bh.bindable(0)
bh.transaction(function()
  a:observe(function(new, old, cause) note("observer", new, tostring(old), tostring(cause.first)) end)
  a:map(function(v) return v * 10 end):observe(function(v) note("map", v) end)
  bh.bind(a, bound)
  bh.link(a, linked)
  bh.effect(function() note("effect", a:get()) end)
  bh.each(list, { insert = function(_, key) note("insert", key) end })
  a:set(2)
  bh.transaction(function() a:set(3) list:push "y" end)
  print(#log, bound:get(), linked:get(), a:get())         -- expect: 0	0	0	3
end)
-- by depth and registration, and then what has never looked yet
print(table.concat(log, ", "))   -- expect: observer 3 nil true, insert x, insert y, map 30, effect 3
print(bound:get(), linked:get())                          -- expect: 3	3
