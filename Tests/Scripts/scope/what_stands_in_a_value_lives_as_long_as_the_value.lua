-- Contract 32 b: a cell is freed when neither Lua nor a live edge reaches it. What stands in the value of a cell is reached by
-- that: it works as ever when no variable of the script has it any more, and so does all that it is made of.
local bh = require "bindhost"
local function collect() for _ = 1, 4 do bh.sleep "1ms" collectgarbage() end end
local n = bh.bindable(1)
local function plus(v) return v + 1 end
local kinds = {
  { "computed", function() return bh.computed(function() return n:get() + 1 end) end },
  { "map", function() return n:map(plus) end },
  { "chain", function() return bh.bindable(0):map(plus):map(plus) end },
  { "combine", function() return bh.combine({ n:map(plus), bh.bindable(0) }, function(a, b) return a + b end) end },
  { "through", function() return bh.bindable(1):through { to = plus, from = function(v) return v - 1 end } end },
  { "distinct", function() return n:map(plus):distinct(function(a, b) return a == b end) end },
  { "default", function() return n:map(plus):default(0) end },
  { "place", function() return bh.computed(function() return { x = 2 } end) "x" end },
  { "equals", function() return bh.bindable(2, { equals = function(a, b) return a == b end }) end },
  { "bindable", function() return bh.bindable(2) end },
}
-- Bare, in lists and records, in what is computed, in an error, in a field, in a value of a value.
for _, kind in ipairs(kinds) do
  local name, make = table.unpack(kind)
  local places = {}
  local function place(word, make_reader) places[#places + 1] = { word, make_reader() } end
  place("bare", function() local c = bh.bindable() c:set(make()) return function() return c:get() end end)
  place("list", function() local c = bh.bindable { 0, make() } return function() return c:get()[2] end end)
  place("record", function() local c = bh.bindable() c:set { a = { b = make() } } return function() return c "a.b":get() end end)
  place("computed", function()
    local c = bh.computed(function() return { make() } end)
    c:get()
    return function() return c:get()[1] end
  end)
  place("error", function()
    local c = bh.computed(function() error { cell = make() } end)
    pcall(c.get, c)
    return function() return select(2, pcall(c.get, c)).cell end
  end)
  place("inner", function() local c = bh.bindable { bh.bindable { make() } } return function() return c:get()[1]:get()[1] end end)
  place("observed", function()
    local c, seen = bh.bindable()
    c:observe(function(v) seen = v[1] end)
    c:set { make() }
    return function() return seen end
  end)
  for round = 1, 2 do
    collect()
    for _, entry in ipairs(places) do
      local ok, value = pcall(function() return entry[2]():get() end)
      if not ok or value ~= 2 then print(name, entry[1], round, value) end
    end
  end
  -- What is observed there delivers, and what is bound to it is bound.
  local box = bh.bindable { make() }
  collect()
  local target = bh.bindable(0)
  do bh.bind(box:get()[1], target) end
  collect()
  print(name, target:get())
end
-- expect: computed	2
-- expect: map	2
-- expect: chain	2
-- expect: combine	2
-- expect: through	2
-- expect: distinct	2
-- expect: default	2
-- expect: place	2
-- expect: equals	2
-- expect: bindable	2

-- It is the same one each time, and what it follows from is followed.
local box = bh.bindable { sum = n:map(plus) }
local first = tostring(box:get().sum)
collect()
n:set(9)
print(box:get().sum:get(), box:get().sum == box:get().sum, tostring(box:get().sum) == first)   -- expect: 10	true	true
-- What a history brings back, what a source has sent, and what a transaction writes after a collection.
local kept = bh.bindable { n:map(plus) }
local history = bh.history { cells = { kept } }
kept:set { 0 }
collect()
history:undo()
print(kept:get()[1]:get())                                                      -- expect: 10
local sent
local source = bh.source { get = function() return { n:map(plus) } end, set = function(v) sent = v return true end }
source:set { n:map(plus) }
collect()
print(source:get()[1]:get(), sent[1]:get())                                     -- expect: 10	10
bh.transaction(function()
  kept:set { n:map(plus) }
  for _ = 1, 3 do collectgarbage() end
end)
print(kept:get()[1]:get())                                                      -- expect: 10
-- The function of a stream, and what a handle looks at.
do
  local streams = bh.bindable { bh.stream(function(emit) emit(7) end), paused = nil }
  collect()
  local loaded = bh.loadable { source = streams:get()[1] }
  loaded:load()
  repeat bh.sleep "1ms" until loaded "value":get()
  print(loaded "value":get())                                                    -- expect: 7
  local over = bh.loadable { source = n:map(plus) }
  collect()
  over:load()
  repeat bh.sleep "1ms" until over "value":get()
  print(over "value":get())                                                     -- expect: 10
  local handles = bh.bindable()
  do
    local handle = n:map(plus):observe(function(v) print("observer", v) end)    -- expect: observer	10
    handle:pause()
    handles:set { handle }
  end
  collect()
  n:set(10)
  handles:get()[1]:resume()                                                     -- expect: observer	11
  handles:get()[1]:stop()
end
