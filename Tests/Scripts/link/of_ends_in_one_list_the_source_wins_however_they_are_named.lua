-- Contract 37, 38, 50: where both ends of a link are written in one wave the source wins, also where the ends are places of one list, by
-- index or by key, or lenses over them, and whichever way has its turn first; so does what a binding has delivered to one of them.
-- expect: chains	868	0
-- expect: bound	100	0
-- expect: rings	45	0
-- expect: follows over	2 links
local bh = require "bindhost"
local same = { to = function(v) return v end, from = function(v) return v end }
local kinds = {
  key = function(m, i) return m "l":by("id", i) "v" end,
  index = function(m, i) return m("l[" .. i .. "].v") end,
  cell = function() return bh.bindable(0) end,
  lens = function() return bh.bindable(0):through(same) end,
  key_lens = function(m, i) return m "l":by("id", i) "v":through(same) end,
}
local names = { "key", "index", "cell", "lens", "key_lens" }
local made = 0
local function model()
  made = made + 1
  return bh.model("m" .. made, { l = { { id = 1, v = 0 }, { id = 2, v = 0 }, { id = 3, v = 0 } } })
end

local function each(visit)
  for _, a in ipairs(names) do
    for _, b in ipairs(names) do for _, c in ipairs(names) do visit(a, b, c) end end
    -- A turn has its limit of time.
    bh.sleep(0)
  end
end

local runs, faults = 0, 0
local function write(ends, written)
  bh.transaction(function()
    for i = 3, 1, -1 do if written & 1 << i - 1 ~= 0 then ends[i]:set(10 * i) end end
  end)
  local first = written & 1 ~= 0 and 10 or written & 2 ~= 0 and 20 or 30
  for i = 1, 3 do if ends[i]:get() ~= first then faults = faults + 1 end end
end

-- The first one that is written, of a chain whose links are made in either order.
each(function(a, b, c)
  for written = 1, 7 do
    if a ~= "key" or b ~= "key" or c ~= "key" then
      local scope <close> = bh.scope(function()
        local m = model()
        local ends = { kinds[a](m, 1), kinds[b](m, 2), kinds[c](m, 3) }
        if made % 2 == 0 then bh.link(ends[1], ends[2]) end
        bh.link(ends[2], ends[3])
        if made % 2 == 1 then bh.link(ends[1], ends[2]) end
        runs = runs + 1
        write(ends, written)
      end)
    end
  end
end)
print("chains", runs, faults)

runs, faults = 0, 0
for _, a in ipairs(names) do
  for _, b in ipairs(names) do
    for variant = 0, 3 do
      local scope <close> = bh.scope(function()
        local m, n = model(), bh.bindable(0)
        local x, y = kinds[a](m, 1), kinds[b](m, 2)
        bh.link(x, y)
        bh.bind(variant < 2 and n:map(function(v) return v end) or n, x)
        bh.transaction(function()
          if variant % 2 == 0 then y:set(40) end
          n:set(10)
          if variant % 2 == 1 then y:set(40) end
        end)
        runs = runs + 1
        if x:get() ~= 10 or y:get() ~= 10 then faults = faults + 1 end
      end)
    end
  end
end
print("bound", runs, faults)

-- Nobody is the first of a ring; but its ends agree on what one of them was given.
runs, faults = 0, 0
each(function(a, b, c)
  if a == "key" or b == "index" then
    local scope <close> = bh.scope(function()
      local m = model()
      local x, y, z = kinds[a](m, 1), kinds[b](m, 2), kinds[c](m, 3)
      bh.link(x, y)
      bh.link(y, z)
      bh.link(z, x)
      bh.transaction(function()
        x:set(10)
        y:set(20)
        z:set(30)
      end)
      runs = runs + 1
      if x:get() ~= y:get() or y:get() ~= z:get() or x:get() == 0 then faults = faults + 1 end
    end)
  end
end)
print("rings", runs, faults)

-- What it then holds follows from what the source was given.
local m, middle = model(), bh.bindable(0)
bh.link(m "l":by("id", 1) "v", middle)
bh.link(middle, m "l[3].v")
bh.transaction(function()
  m "l":by("id", 1) "v":set(10)
  m "l[3].v":set(30)
end)
print("follows over", select(2, tostring(bh.why(m "l[3].v")):gsub("link ", "")) .. " links")
