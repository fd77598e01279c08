-- Contract 32 b: nets of cells whose values have cells, functions, derived cells and places of one another in them. What can be
-- reached is all there after any number of collections; what cannot is freed, whatever leads back.
local bh = require "bindhost"
local state = 1
local function random(n)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % n + 1
end
local weak, made = setmetatable({}, { __mode = "v" }), 0
local function collect() bh.sleep(0) collectgarbage() bh.sleep(0) end
local before = bh.stats().nodes
local faults = 0
local function fault(...) faults = faults + 1 if faults < 10 then print(...) end end

-- What each cell is to hold, by its number: kinds and numbers only, so that nothing is kept by the table.
local expected = {}
local item = {
  cell = function(target) return target end,
  func = function(target)
    local token = {}
    made = made + 1
    weak[made] = token
    return function() return token and target end
  end,
  map = function(target) return target:map(function(v) return v.tag end) end,
  chain = function(target) return target:map(function(v) return v end):map(function(v) return v.tag end) end,
  place = function(target) return target "tag" end,
  inner = function(target) return target "deep.inner.tag" end,
  handle = function(target)
    local handle = target "deep.inner":observe(function() end)
    handle:stop()
    return handle
  end,
  computed = function(target) return bh.computed(function() return target:get().tag end) end,
  cached = function(target)
    local both = target:map(function(v)
      return { tag = v.tag, items = v.items, first = v.items[1] or false, me = v.me or "lost" }
    end)
    local cell = bh.computed(function()
      local value = both:get()
      if value.me == "lost" or value.me:peek().tag ~= value.tag or #value.items > 0 and not value.first then fault "cached" end
      return value.tag
    end)
    cell:get()
    return cell
  end,
  default = function(target) return target:default(0):map(function(v) return v.tag end) end,
  distinct = function(target) return target:distinct(rawequal):map(function(v) return v.tag end) end,
  through = function(target)
    return target:through { to = function(v) return v.tag end, from = function(v) return { tag = v, items = {}, me = target } end }
  end,
}
local reads = {
  cell = function(v) return v:get().tag end,
  func = function(v) return v():get().tag end,
  handle = function(v) return v:info().stopped end,
}
local words = { "cell", "cell", "func", "map", "chain", "place", "computed", "through", "cached", "default", "distinct", "inner", "handle" }
local function read(word, value) return (reads[word] or value.get)(value) end

local function check(cell, id, depth)
  local value = cell:get()
  local wanted = expected[id]
  if value.tag ~= id then return fault("tag", id, value.tag) end
  for i, entry in ipairs(wanted) do
    local ok, got = pcall(read, entry[1], value.items[i])
    if not ok or got ~= (entry[1] == "handle" or entry[2]) then fault(entry[1], id, entry[2], got) end
    if depth > 0 and entry[1] == "cell" then check(value.items[i], entry[2], depth - 1) end
    if depth > 0 and entry[1] == "func" then check(value.items[i](), entry[2], depth - 1) end
  end
end

local count = 0
local function net()
  local roots = {}  -- { cell, id }
  local handles = {}
  local function new()
    count = count + 1
    expected[count] = {}
    local cell = bh.bindable()
    cell:set { tag = count, items = {}, me = cell, deep = { inner = { tag = count } } }
    return { cell, count }
  end
  local function any()
    local cell, id = table.unpack(roots[random(#roots)])
    for _ = 1, random(4) - 1 do
      local entry = #expected[id] > 0 and expected[id][random(#expected[id])]
      if not entry then break end
      for i, other in ipairs(expected[id]) do
        if other == entry and (entry[1] == "cell" or entry[1] == "func") then
          local value = cell:get().items[i]
          cell, id = entry[1] == "cell" and value or value(), entry[2]
          break
        end
      end
    end
    return cell, id
  end
  local ops = {
    function() if #roots < 8 then roots[#roots + 1] = new() end end,
    function() if #roots > 1 then table.remove(roots, random(#roots)) end end,
    function() if #roots < 8 then roots[#roots + 1] = { any() } end end,
    function() collect() end,
    function() collect() end,
    function()
      local cell, id = any()
      if #handles < 3 then handles[#handles + 1] = cell:observe(function(v) if v.tag ~= id then fault("observer", id) end end) end
    end,
    function() if #handles > 0 then table.remove(handles, random(#handles)):stop() end end,
    function()
      local cell = any()
      local copy = bh.bindable()
      do bh.bind(cell, copy):stop() end
      if copy:get().tag ~= cell:get().tag then fault "copy" end
    end,
    function()
      local cell, id = any()
      pcall(bh.transaction, function()
        cell:set { tag = -1, items = { cell } }
        error "dropped"
      end)
      check(cell, id, 1)
    end,
    function() local cell, id = any() check(cell, id, 2) end,
  }
  local function fill()
    local cell, id = any()
    local items, wanted = {}, {}
    for i = 1, random(3) do
      local target, number = any()
      local word = words[random(#words)]
      items[i] = item[word](target)
      wanted[i] = { word, number }
    end
    expected[id] = wanted
    if random(3) == 1 then
      bh.transaction(function() cell:set { tag = id, items = items, me = cell, deep = { inner = { tag = id } } } end)
    elseif random(3) == 1 then
      cell "items":set(items)
    else
      cell:set { tag = id, items = items, me = cell, deep = { inner = { tag = id } } }
    end
  end
  roots[1] = new()
  for _ = 1, 60 do
    if random(2) == 1 then fill() else ops[random(#ops)]() end
  end
  for _, root in ipairs(roots) do check(root[1], root[2], 2) end
  for _, handle in ipairs(handles) do handle:stop() end
end

for _ = 1, 300 do net() end
for _ = 1, 6 do collect() end
local left = 0
for _ in pairs(weak) do left = left + 1 end
print(count > 300, made > 100, faults)          -- expect: true	true	0
print(left, bh.stats().nodes - before)          -- expect: 0	0
