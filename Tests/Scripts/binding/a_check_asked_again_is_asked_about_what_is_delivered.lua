-- Contract 2, 3, 49: when what a check reads has changed, it is asked again about what the binding delivers in that wave, not about what stood before.
local bh = require "bindhost"
bh.on_error(function() end)
local source, edit, limit = bh.bindable(5), bh.bindable(0), bh.bindable(20)
bh.link(source, edit)
local asked = {}
local m = bh.model("m", { t = bh.field { default = 0, check = function(v)
  asked[#asked + 1] = v
  return v <= limit:get(), "too big"
end } })
local h = bh.bind(source:map(function(v) return v end), m "t")
source:set(30)
print(m "t":get(), h "status":get()) -- expect: 5	failed
bh.transaction(function() limit:set(50) edit:set(60) end)
print(m "t":get(), h "status":get(), h "input":get()) -- expect: 5	failed	60
bh.transaction(function() limit:set(70) end)
print(m "t":get(), h "status":get()) -- expect: 60	ok

-- The same of a target that is there again, and of a binding that has the target again.
local hosts, given = bh.bindable { a = { load = 1 } }, {}
bh.bind(bh.combine({ source, limit }, function(a, b)
  given[#given + 1] = a .. "/" .. b
  return a + b
end), hosts "a.load")
hosts:set {}
source:set(61)
given = {}
bh.transaction(function() hosts:set { a = { load = 0 } } edit:set(2) limit:set(3) end)
print(hosts "a.load":get(), table.concat(given, " ")) -- expect: 5	2/3
local t = bh.bindable(0)
local below = {}
bh.bind(bh.combine({ source, limit }, function(a, b)
  below[#below + 1] = a .. "/" .. b
  return a + b
end), t, { priority = 1 })
local above = bh.bind(bh.bindable(100), t, { priority = 2 })
below = {}
bh.transaction(function() above:stop() edit:set(7) limit:set(9) end)
print(t:get(), table.concat(below, " ")) -- expect: 16	7/9
