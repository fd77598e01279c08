-- Contract 11b: tracked inputs, first read at the far end, whoever reads; no function starts twice, and none nests in
-- a way that a chain of any length could exhaust.
local bh = require "bindhost"
local function chain(length, first, link)
  local starts, last = 0, first
  for _ = 1, length do
    local previous = last
    last = link(previous, function(v) starts = starts + 1 return v + 1 end)
  end
  return last, function() local n = starts starts = 0 return n end
end
local function tracked(previous, f) return bh.computed(function() return f(previous:get()) end) end
-- the start is counted before the read
local function early(previous, f)
  return bh.computed(function() local v = f(-1) return v + previous:get() + 1 end)
end
local kinds = {
  tracked = tracked,
  early = early,
  mapped = function(previous, f) return previous:map(f) end,
  combined = function(previous, f) return bh.combine({ previous }, f) end,
  mixed = function(previous, f)
    return math.random() < 0.5 and previous:map(f) or tracked(previous, f)
  end,
}
local reads = {
  get = function(cell) return cell:get() end,
  peek = function(cell) return cell:peek() end,
  observe = function(cell) local seen cell:observe(function(v) seen = v end) return seen end,
  effect = function(cell) local seen bh.effect(function() seen = cell:get() end) return seen end,
  bind = function(cell) local t = bh.bindable(0) bh.bind(cell, t) return t:get() end,
}
for _, kind in ipairs { "tracked", "early", "mapped", "combined", "mixed" } do
  for _, read in ipairs { "get", "peek", "observe", "effect", "bind" } do
    local first = bh.bindable(0)
    local last, starts = chain(400, first, kinds[kind])
    bh.sleep(0)                    -- a full time limit for each
    local value, started = reads[read](last), starts()
    first:set(1)
    local again = last:get()
    if value ~= 400 or started ~= 400 or again ~= 401 or starts() ~= 400 then
      print(kind, read, value, started, again)
    end
  end
end
bh.sleep(0)
-- inside a transaction, through its own write: read for the first time, and again
local first = bh.bindable(0)
local last, starts = chain(2000, first, tracked)
bh.transaction(function()
  first:set(10)
  print(last:get(), starts())      -- expect: 2010	2000
end)
print(last:get(), starts())        -- expect: 2010	2000
bh.transaction(function()
  first:set(20)
  print(last:get(), starts())      -- expect: 2020	2000
end)
