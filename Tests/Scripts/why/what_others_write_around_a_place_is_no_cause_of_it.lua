-- Contract 7, 17, 70: what one callback has made of a place that another one's write goes around is the first one's; and what
-- one transaction in another has written, each place of it.
-- expect: by key	19	true
-- expect: a record after its list	33	34
-- expect: in a transaction	44
-- expect: after it	44
-- expect: by index and by key	55	56
-- expect: a field as it was	62	63
-- expect: as it was before	67
local bh = require "bindhost"

local function line(ref) return tonumber(tostring(bh.why(ref)):match "lua:(%d+)") end

local go = bh.bindable(0)
local m = bh.model("m", { l = { { id = 1, v = 1, w = 1 }, { id = 2, v = 1, w = 1 } }, n = 0 })
local list, v, other = m "l", m "l":by("id", 1) "v", m "l":by("id", 2) "v"
local stop = {}
stop[1] = go:observe(function()
  list:by("id", 1):set { id = 1, v = 2, w = 1 }
  other:set(7)
end, { initial = false })
stop[2] = go:observe(function()
  list:modify(function(rows) return { rows[2], rows[1] } end)
  other:set(1)
end, { initial = false })
other:set(1)
local before = line(other)
go:set(1)
print("by key", line(v), line(other) == before)
for _, observer in ipairs(stop) do observer:stop() end

go:observe(function()
  list "[1].v":modify(function(n) return n + 1 end)
  m:set { l = { { id = 2, v = 2, w = 1 }, { id = 1, v = 2, w = 1 } }, n = 1 }
end, { initial = false })
go:set(2)
print("a record after its list", line(list), line(m "n"))

local d = bh.bindable { list = { { id = 1, z = 1 }, { id = 2, z = 1 } }, r = { q = {} } }
local z = d "list":by("id", 2) "z"
bh.transaction(function()
  d:set { list = { { id = 1, z = 2 }, { id = 2, z = 1 } }, r = { q = {} } }
  bh.transaction(function()
    d "list[2].z":set(0)
    d "r.q":set { z = 2 }
  end)
  d "list":remove(1)
  print("in a transaction", line(z))
end)
print("after it", line(z))

local rows = bh.bindable { { id = 1, v = 1, w = { 1 } }, { id = 2, v = 1, w = { 1 } } }
local place, inside = rows "[2].v", rows "[2].w"
bh.transaction(function()
  rows:by("id", 2):set { id = 2, v = 3, w = { 1 } }
  rows "[2]":set { id = 2, v = 3, w = { 3 } }
end)
print("by index and by key", line(place), line(inside))

local p = bh.model("p", { n = 0, k = 0 })
bh.transaction(function()
  bh.transaction(function() p "n":set(5) end)
  p:set { n = 5, k = 1 }
  print("a field as it was", line(p "n"), line(p "k"))
end)

local n = bh.bindable(0)
bh.transaction(function()
  n:set(5)
  n:set(0)
  print("as it was before", line(n))
end)
