-- Contract 32 b: cells own nothing. What stands in the value of a cell, or in its error, and leads back to the cell is freed with
-- it when neither Lua nor a live edge reaches them; while Lua does, it is all there.
local bh = require "bindhost"
local weak, made = setmetatable({}, { __mode = "v" }), 0
local function alive()
  for _ = 1, 6 do bh.sleep "1ms" collectgarbage() end
  local count = 0
  for _ in pairs(weak) do count = count + 1 end
  return count
end
-- It was looked at, so that it has a node of the graph: `bh.stats` counts those.
local function looked_at(cell) cell:observe(function() end, { initial = false }):stop() return cell end
local function new(...) return looked_at(bh.bindable(...)) end
local kinds = {
  { "bare", function() local a = new() a:set(a) return a end },
  { "record", function() local a = new() a:set { me = a } return a end },
  { "nested", function() local a = new() a:set { { { list = { 1, a } } } } return a end },
  { "initial", function() local b = new(1) local a = new { b } b:set { a } return a end },
  { "ring of three", function()
    local a, b, c = new(), new(), new()
    a:set { b } b:set { c } c:set { a }
    return a
  end },
  { "tree", function()
    local parent, child = new(), new()
    child:set { parent = parent }
    parent:set { children = { child, new { parent = parent } } }
    return child
  end },
  { "function", function(held) local a = new() a:set { get = function() return held and a:get() end } return a end },
  { "coroutine", function(held)
    local a = new()
    a:set { co = coroutine.create(function() return held and a:get() end) }
    return a
  end },
  { "place", function() local a = new { x = 1 } a:set { x = 1, ref = a "x" } return a end },
  { "inner place", function() local a = new { x = { y = 1 } } a:set { x = { y = 1 }, ref = a "x.y" } return a end },
  { "map", function() local a = new(1) a:set { derived = looked_at(a:map(function(v) return v end)) } return a end },
  { "chain", function()
    local a = new(1)
    a:set { derived = looked_at(a:map(function(v) return v end):map(function(v) return v end):distinct(rawequal)) }
    return a
  end },
  { "initial function", function(held)
    local a
    a = looked_at(bh.bindable { f = function() return a, held end })
    return a
  end },
  { "one value in two cells", function(held)
    local a, b = new(), new()
    local binding = bh.bind(a, b)
    a:set { f = function() return a, b, held end }
    binding:stop()
    return b
  end },
  { "default", function(held) local a = new(1) a:set { looked_at(a:default(1)), function() return held end } return a end },
  { "distinct", function(held)
    local a = new(1)
    local distinct, own = a:distinct(), a:distinct(rawequal)
    a:set { distinct, own, function() return held end }
    distinct:get()
    own:get()
    return a
  end },
  { "debounce", function(held)
    local a = new(1)
    local later = a:debounce "1ms"
    a:set { later, a:throttle "1ms", function() return held end }
    later:get()
    return a
  end },
  { "lens of a lens", function(held)
    local a = new(1)
    local function same(v) return v end
    a:set { a:through { to = same, from = same }:through { to = same, from = same }, function() return held end }
    return a
  end },
  { "combine", function()
    local a, b = new(1), new(2)
    a:set { looked_at(bh.combine({ a, b }, function(x, y) return { x, y } end)) }
    b:set { a }
    return b
  end },
  { "through", function()
    local root = new(1)
    local lens = looked_at(root:through { to = function(v) return v end, from = function(v) return v end })
    root:set { lens }
    return root
  end },
  { "computed", function() local c c = looked_at(bh.computed(function() return { me = c } end)) c:get() return c end },
  { "closure", function(held)
    local c
    c = looked_at(bh.computed(function() return function() return c, held end end))
    c:get()
    return c
  end },
  { "error", function() local c c = looked_at(bh.computed(function() error(c) end)) pcall(c.get, c) return c end },
  { "error table", function(held)
    local c
    c = looked_at(bh.computed(function() error { cell = c, held = held } end))
    pcall(c.get, c)
    return c
  end },
  { "equals", function(held)
    local a
    a = looked_at(bh.bindable(1, { equals = function() return a == nil or held == nil end }))
    a:set { me = a }
    return a
  end },
  { "stream", function(held)
    local a = new()
    a:set { bh.stream(function(emit) emit(a and held) end) }
    return a
  end },
  -- What has ended looks at its cell no more, though its handle tells the name.
  { "handle", function()
    local a = new(1)
    local handle = a:observe(function() end)
    a:set { handle }
    handle:stop()
    return a
  end },
  { "handles of a scope", function(held)
    local a = new(1)
    local scope
    scope = bh.scope(function()
      a:set {
        a:observe(function() return a, held end), bh.bind(a, bh.bindable(2)), bh.bind(a, function() return held end),
        bh.link(a, bh.bindable(0)), bh.effect(function() return a:get(), held end), a:map(type):observe(function() end),
        a "x":observe(function() end),
      }
    end)
    scope:close()
    return a
  end },
}
bh.on_error(function() end)
for _, kind in ipairs(kinds) do
  local name, make = table.unpack(kind)
  local before = bh.stats().nodes
  for i = 1, 10 do
    local held = {}
    made = made + 1
    weak[made] = held
    make(held)
    -- One that lives through some collections first, and is looked at between them.
    if i == 5 then
      local cell = make(held)
      for _ = 1, 2 do
        alive()
        pcall(cell.get, cell)
      end
    end
  end
  local tokens = alive()
  local nodes = bh.stats().nodes - before
  if tokens ~= 0 or nodes ~= 0 then print(name, tokens, nodes) end
end
print(made)                                                     -- expect: 280

-- As long as the script has it, nothing is missing.
local a = bh.bindable()
a:set { me = a, x = 1, get = function() return a:get().x end, place = a "x", twice = a:map(function(v) return v.x * 2 end) }
local place, twice = a "x", a:get().twice
for round = 1, 3 do
  alive()
  local value = a:get()
  print(value.me == a, value.get(), value.place:get(), value.twice:get(), value.me:get().get())
  alive()
  place:set(round + 1)
  print(place:get(), twice:get(), a "x" == place)
end
-- expect: true	1	1	2	1
-- expect: 2	4	true
-- expect: true	2	2	4	2
-- expect: 3	6	true
-- expect: true	3	3	6	3
-- expect: 4	8	true

-- Nor where it has only what is made of it: a place in it, and what is worked out for the first time.
for _, read in ipairs {
  function(place, derived) return place:get()[1], derived:get() end, function(place, derived) return derived:get(), place:get()[1] end,
} do
  local place, derived = (function()
    local b = bh.bindable()
    b:set { me = b, list = { b } }
    return b "list", b:map(function(v) return v end):map(function(v) return v.me end)
  end)()
  alive()
  local one, other = read(place, derived)
  print(one == other, one:get().me == other, place:get()[1] == one)
  one = nil
  alive()
  place:set { 1 }
  print(derived:get() == other, place:get()[1], #other:get().list)
end
-- expect: true	true	true
-- expect: true	1	1
-- expect: true	true	true
-- expect: true	1	1

-- What was worked out before looks for itself whether what it follows from has changed.
do
  local b = bh.bindable()
  local function fill(n) b:set { me = b, get = function() return n end } end
  fill(1)
  local mapped = b:map(function(v) return { cell = v.me or "lost", get = v.get or "lost" } end)
  local over = bh.computed(function() return mapped:get() end)
  over:get()
  fill(2)
  alive()
  local value = over:get()
  print(value.cell == b, value.get(), mapped:get().get(), b:get().get())  -- expect: true	2	2	2
end

-- Whoever else has a part of it keeps what that leads to: a variable, an observer, a binding, a value elsewhere.
local function ring(x)
  local b = bh.bindable()
  b:set { me = b, x = x, get = function() return b:get().x end }
  return b
end
local get = ring(1):get().get
local elsewhere = bh.bindable { inner = ring(2) }
local target = bh.bindable(0)
do bh.bind(ring(3), target) end
do
  local b = ring(4)
  b:observe(function(v) print("observed", v.me:get().x, v.get()) end)  -- expect: observed	4	4
  elsewhere "writer":set(function(x) b "x":set(x) end)
end
for round = 1, 2 do
  alive()
  print(get(), elsewhere:get().inner:get().me:get().get(), target:get().get())
end
-- expect: 1	2	3
-- expect: 1	2	3
-- So does a binding that waits for its condition, and changes a part of it then.
do
  local gate, source, b = bh.bindable(false), bh.bindable(5), ring(4)
  bh.bind(source, b "x", { when = gate })
  alive()
  gate:set(true)
  print(b:get().me == b, b:get().x, b:get().get())             -- expect: true	5	5
end
elsewhere:get().writer(5)                                       -- expect: observed	5	5
alive()
bh.transaction(function()
  alive = nil
  elsewhere:get().inner:set { me = elsewhere:get().inner, x = 6, get = function() return 6 end }
  collectgarbage()
  collectgarbage()
end)
print(elsewhere:get().inner:get().me:get().x)                   -- expect: 6
