-- Contract 2, 3: what two cells follow from is worked out once a wave, also where they were linked with one another before.
local bh = require "bindhost"
local function try(stays)
  local cells = {}
  for i = 1, 5 do cells[i] = bh.bindable(0) end
  local near, between, edge, other, far = table.unpack(cells)
  local former = bh.link(near, far)
  if not stays then former:stop() end
  bh.link(near, between)
  bh.link(between, edge)
  local runs, seen = 0, nil
  local sum = bh.computed(function()
    runs, seen = runs + 1, near:get() .. "/" .. other:get()
    return near:get() * 100 + other:get()
  end)
  if stays then former:stop() end
  bh.bind(sum, far)
  local beyond = bh.bindable(0)
  bh.link(far, beyond)
  runs = 0
  bh.transaction(function() edge:set(5) other:set(7) end)
  print(runs, seen, far:get(), beyond:get())
end
try(false)                                                 -- expect: 1	5/7	507	507
try(true)                                                  -- expect: 1	5/7	507	507

-- Nor where a model was linked with both for a while; what still links them goes on doing so.
local model, first, second, edge, other = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0)
local one, two = bh.link(model, first), bh.link(model, second)
bh.link(first, edge)
local runs = 0
local handle = bh.bind(bh.computed(function()
  runs = runs + 1
  return first:get() * 100 + other:get()
end), model, { priority = 0, when = bh.bindable(false) })
local function edit(value)
  runs = 0
  bh.transaction(function() edge:set(value) other:set(value) end)
  return runs, model:get(), second:get()
end
print(select(2, edit(3)))                                  -- expect: 3	3
one:stop()
handle:stop()
bh.bind(bh.computed(function()
  runs = runs + 1
  return first:get() * 100 + other:get()
end), model)
print(edit(4))                                             -- expect: 1	404	404
two:stop()
print(edit(5))                                             -- expect: 1	505	404

-- Two cells that only something else has linked, which is linked with neither any more.
do
  local middle, near, between, edge, other, far = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0)
  for _, cell in ipairs { near, far } do bh.link(middle, cell):stop() end
  bh.link(near, between)
  bh.link(between, edge)
  local count = 0
  bh.bind(bh.computed(function()
    count = count + 1
    return near:get() * 100 + other:get()
  end), far)
  local beyond = bh.bindable(0)
  bh.link(far, beyond)
  count = 0
  bh.transaction(function() edge:set(5) other:set(7) end)
  print(count, far:get(), beyond:get())                    -- expect: 1	507	507
end
