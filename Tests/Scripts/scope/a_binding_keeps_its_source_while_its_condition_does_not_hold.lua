-- Contract 32: a binding belongs to its scope, not to the garbage collection: what its source is worked out by is there also where its condition does not
-- hold. With the binding it goes.
local bh = require "bindhost"
local function inc(v) return v + 1 end
local function try(name, make)
  local source, target, on = bh.bindable(1), bh.bindable(0), bh.bindable(false)
  bh.bind(make(source), target, { when = on })
  collectgarbage()
  on:set(true)
  local first = target:get()
  on:set(false)
  collectgarbage()
  source:set(5)
  on:set(true)
  print(name, first, target:get())
end
try("map", function(s) return s:map(function(v) return inc(v) end) end)                      -- expect: map	2	6
try("of a map", function(s) return s:map(function(v) return inc(v) end):map(function(v) return inc(v) end) end) -- expect: of a map	3	7
try("combine", function(s) return bh.combine({ s }, function(v) return inc(v) end) end)     -- expect: combine	2	6
try("computed", function(s) return bh.computed(function() return inc(s:get()) end) end)     -- expect: computed	2	6
try("distinct", function(s) return s:map(function(v) return inc(v) end):distinct() end)     -- expect: distinct	2	6

local told = {}
do
  local source, on = bh.bindable(1), bh.bindable(false)
  bh.bind(source:map(function(v) return inc(v) end), function(v) told[#told + 1] = v end, { when = on })
  collectgarbage()
  on:set(true)
end
print("a function", table.concat(told, " "))                                                -- expect: a function	2

local weak = setmetatable({}, { __mode = "v" })
for i = 1, 5 do
  local token = { i }
  weak[i] = token
  local binding <close> = bh.bind(bh.bindable(1):map(function(v) return token and v end), bh.bindable(0), { when = bh.bindable(false) })
end
for _ = 1, 4 do
  bh.sleep "1ms"
  collectgarbage()
end
local left = 0
for _ in pairs(weak) do left = left + 1 end
print("left", left)                                                                         -- expect: left	0
