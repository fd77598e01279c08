-- Contract R-3: what is fetched while a write is open may tell of the time before it or after it. Taken as the base, a
-- confirmed `modify` would be applied to it twice.
local bh = require "bindhost"
local server = 5
local mayEnd = false
local source = bh.source {
  name = "source",
  get = function() return server end,
  set = function(new)
    server = new
    while not mayEnd do bh.sleep("1ms") end
    return true
  end,
}
while not source:has_value() do bh.sleep("1ms") end
bh.transaction(function() source:modify(function(n) return n + 1 end) end)
while server == 5 do bh.sleep("1ms") end
source:refresh()
bh.sleep("1ms")
print(source:get(), server)     -- expect: 5	6
mayEnd = true
while source "$pending":get() > 0 do bh.sleep("1ms") end
print(source:get(), server)     -- expect: 6	6
