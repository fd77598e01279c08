-- Contract 11b: chains of every kind are made, looked at, written and collected without nesting.
local bh = require "bindhost"
local function chain(length, first, link)
  for i = 1, length do
    first = link(first)
    if i % 500 == 0 then bh.sleep(0) end  -- far from the time limit, however slow the machine
  end
  return first
end
local function plus(v) return v + 1 end
local kinds = {
  map = function(c) return c:map(plus) end,
  default = function(c) return c:default(0) end,
  through = function(c) return c:through { to = plus, from = plus } end,
  combine = function(c) return bh.combine({ c }, plus) end,
  computed = function(c) return bh.computed(function() return c:get() + 1 end) end,
}
for _, kind in ipairs { "map", "default", "through", "combine", "computed" } do
  local last = chain(10000, bh.bindable(0), kinds[kind])
  last = nil
  bh.sleep(0)
  collectgarbage()
  bh.sleep(0)                      -- a turn has ended: what was collected is gone
end
local handle = chain(3000, bh.bindable(0), kinds.map):observe(function(v) print(v) end)  -- expect: 3000
bh.sleep(0)
collectgarbage()
bh.sleep(0)
handle:stop()
bh.sleep(0)
local first = bh.bindable(0)
local lens = chain(2000, first, kinds.through)
print(lens:get(), lens:set(1), first:get())  -- expect: 2000	true	2001
bh.sleep(0)
print(lens:writable(), #tostring(lens) < 1000)  -- expect: true	true
bh.sleep(0)
-- bindings and links from cell to cell too
local start = bh.bindable(0)
local bound = chain(1000, start, function(c) local t = bh.bindable(0) bh.bind(c, t) return t end)
start:set(7)
print(bound:get())                 -- expect: 7
bh.sleep(0)
local linked = chain(300, start, function(c) local t = bh.bindable(0) bh.link(c, t) return t end)
linked:set(8)
print(start:get(), bound:get())    -- expect: 8	8
