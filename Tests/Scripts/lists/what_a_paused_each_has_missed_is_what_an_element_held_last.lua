-- Contract 10, 51, 52: a detached element has its last value, also if `bh.each` never heard of that.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, v = 1 }, { id = 2, v = 1 } } })
local found, derived = {}, {}
local function keep(into) return { key = "id", insert = function(e, _, key) into[e "id":get()] = e end,
  remove = function(e, key) print("remove", key, e.v) end } end
local each = bh.each(m "list", keep(found))
local others = bh.each(m("list"):map(function(l) return l end), keep(derived))
local one = m "list":by("id", 1)
one:observe(function(e) print("one", e.v) end)                      -- expect: one	1
derived[1]:observe(function(e) print("derived", e.v) end)           -- expect: derived	1
each:pause() others:pause()
m "list":set { { id = 1, v = 5 }, { id = 2, v = 5 } }
-- expect: one	5
-- expect: derived	5
m "list":set {}
each:resume() others:resume()
-- expect: remove	2	1
-- expect: remove	1	1
-- expect: remove	2	1
-- expect: remove	1	1
m "list":set { { id = 3, v = 0 } }
print(one:get().v, found[1]:get().v, found[2]:get().v, derived[1]:get().v)   -- expect: 5	5	5	5
m "list":set { { id = 3, v = 4 } }
m "list":set {}                                                     -- expect: remove	3	4
-- expect: remove	3	4
print(found[3]:get().v, derived[3]:get().v)                         -- expect: 4	4
