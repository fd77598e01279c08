-- Peer: plain Lua 5.4. `lua` is the signals library beside this file; `lua.raw` what bare loops cost.
-- Prints <workload> <variant> <ns for each operation> [<bytes>]
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local signals = require "signals"
local source, get, set = signals.source, signals.get, signals.set
local computed, effect = signals.computed, signals.effect

local rounds = tonumber(arg[1]) or 5
local PAIRS, FAN, CHAIN, DIAMOND = 100000, 1000, 1000, 100
local best, bytes = {}, {}

local function timed(name, operations, fn)
  local start = os.clock()
  fn()
  local ns = (os.clock() - start) * 1e9 / operations
  if not best[name] or ns < best[name] then best[name] = ns end
end

local function expect(what, got, wanted)
  if got ~= wanted then error(("%s: %s, expected %s"):format(what, got, wanted)) end
end

local seen = 0
local one = source(0)
effect(function() seen = get(one) end)

local hub, fanned = source(0), 0
for _ = 1, FAN do effect(function() fanned = fanned + get(hub) end) end

local first = source(0)
local last = first
for _ = 1, CHAIN do
  local before = last
  last = computed(function() return get(before) + 1 end)
  get(last)   -- from the near end: a first read at the far end would nest a pcall for each cell
end
local chained
effect(function() chained = get(last) end)

local top, middle, runs, total = source(0), {}, 0, nil
for i = 1, DIAMOND do middle[i] = computed(function() return get(top) + i end) end
local bottom = computed(function()
  local s = 0
  runs = runs + 1
  for i = 1, DIAMOND do s = s + get(middle[i]) end
  return s
end)
effect(function() total = get(bottom) end)

local tick = 0
local function nothing() end

for _ = 1, rounds do
  collectgarbage() collectgarbage()
  do
    local before = collectgarbage "count"
    local keep = {}
    timed("a lua", PAIRS, function()
      for i = 1, PAIRS do
        local cell = source(i)
        keep[i] = cell
        effect(function() seen = get(cell) end)
      end
    end)
    collectgarbage()
    bytes["a lua"] = (collectgarbage "count" - before) * 1024 / PAIRS
  end
  collectgarbage() collectgarbage()
  timed("b lua", 20000, function()
    for _ = 1, 20000 do tick = tick + 1 set(one, tick) end
  end)
  expect("b", seen, tick)
  timed("c lua", 20 * FAN, function()
    for _ = 1, 20 do tick = tick + 1 set(hub, tick) end
  end)
  timed("d lua", 20 * CHAIN, function()
    for _ = 1, 20 do tick = tick + 1 set(first, tick) end
  end)
  expect("d", chained, tick + CHAIN)
  runs = 0
  timed("e lua", 100 * DIAMOND, function()
    for _ = 1, 100 do tick = tick + 1 set(top, tick) end
  end)
  expect("e", runs, 100)
  expect("e total", total, tick * DIAMOND + 101 * 50)
  timed("g lua", 200000, function()
    local same = one.value
    for _ = 1, 200000 do set(one, same) end
  end)
  timed("call lua.raw", 500000, function()
    for _ = 1, 500000 do nothing() end
  end)
end

-- What workload l stands beside.
best["l.fan lua"], best["l.chain lua"], best["l.diamond lua"] = best["c lua"], best["d lua"], best["e lua"]

local names = {}
for name in pairs(best) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  io.write(("%s %.3f"):format(name, best[name]),
    bytes[name] and (" %.0f"):format(bytes[name]) or "", "\n")
end
