-- Contract 2, 3: a binding that leads from a linked cell to one that is linked with it settles with those links, and what follows from either
-- comes after it.
local bh = require "bindhost"
local form, saved = bh.model("form", { n = 1, half = 0.5 }), bh.model("saved", { n = 1, half = 0.5 })
local seen, out = {}, bh.bindable(0)
bh.link(form, saved)
bh.bind(form "n":map(function(v) return v end):map(function(v) return v / 2 end), form "half")
bh.bind(bh.combine({ saved "n", saved "half" }, function(n, half)
  seen[#seen + 1] = n .. "/" .. half
  return n + half
end), out)
local function told(body)
  seen = {}
  body()
  return out:get(), table.concat(seen, " ")
end
print(told(function() form "n":set(4) end)) -- expect: 6.0	4/2.0
print(told(function() saved "n":set(6) end)) -- expect: 9.0	6/3.0

-- Over several cells that are linked with none, and made before the link.
local a, b, between, far = bh.bindable(1), bh.bindable(1), bh.bindable(0), bh.bindable(0)
bh.bind(a:map(function(v) return v * 2 end), between)
bh.bind(between:map(function(v) return v / 2 end), b)
local rows, sum = {}, bh.bindable(0)
bh.bind(bh.computed(function()
  rows[#rows + 1] = a:get() .. "/" .. between:get() .. "/" .. b:get() .. "/" .. far:get()
  return a:get() + b:get()
end), sum)
bh.link(b, far)
bh.link(a, bh.bindable(0))
rows = {}
a:set(5)
print(sum:get(), table.concat(rows, " ")) -- expect: 10.0	5/10/5.0/5.0

-- Links that have ended are no reason to see less.
local c, d, e = bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.link(c, d):stop()
bh.bind(c, d)
bh.link(d, e)
local pairs_seen = {}
bh.bind(bh.combine({ c, d, e }, function(x, y, z)
  pairs_seen[#pairs_seen + 1] = x .. y .. z
  return x
end), bh.bindable(0))
pairs_seen = {}
c:set(7)
print(e:get(), table.concat(pairs_seen, " ")) -- expect: 7	777
