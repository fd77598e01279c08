-- Contract 16, 37, 38: a link that is made in a handler, task or transaction starts at the commit, and its source wins; but what is written
-- to the target after it was made is an edit, as it is outside. None is lost.
local bh = require "bindhost"
local ways = {
  chunk = function(body) body() end,
  task = function(body)
    bh.go(body)
    for _ = 1, 3 do bh.sleep(0) end
  end,
  transaction = function(body) bh.transaction(body) end,
  observer = function(body)
    local go = bh.bindable(0)
    go:observe(body, { initial = false })
    go:set(1)
  end,
}
local function small(v)
  if #v > 5 then return nil, "too long" end
  return v
end
for _, way in ipairs { "chunk", "task", "transaction", "observer" } do
  local told = {}
  local function case(body)
    local source, target, link = bh.bindable "old", bh.bindable ""
    ways[way](function()
      local function make() link = bh.link(source, target, { from = small }) end
      body(source, target, make)
    end)
    told[#told + 1] = ("%s/%s/%s"):format(source:get(), target:get(), link and link "status":get())
  end
  case(function(_, target, make) make() target:set "typed" end)
  case(function(_, target, make) target:set "typed" make() end)
  case(function(source, target, make) make() target:set "typed" source:set "new" end)
  case(function(_, target, make) make() target:set "too long" end)
  print(way, table.concat(told, "  "))
end
-- expect: chunk	typed/typed/ok  old/old/ok  new/new/ok  old/too long/invalid
-- expect: task	typed/typed/ok  old/old/ok  new/new/ok  old/too long/invalid
-- expect: transaction	typed/typed/ok  old/old/ok  new/new/ok  old/too long/invalid
-- expect: observer	typed/typed/ok  old/old/ok  new/new/ok  old/too long/invalid

-- So is what is written into a record, through a lens, or to the far end of a chain; a touch is no edit, nor is what is learned from outside.
local m = bh.model("m", { a = { p = 1 }, b = { p = 2 } })
bh.transaction(function()
  bh.link(m "a", m "b")
  m "b.p":set(9)
end)
print(m "a.p":get(), m "b.p":get())                         -- expect: 9	9
local number, text = bh.bindable(1), bh.bindable "2"
bh.transaction(function()
  local lens = text:through { to = tonumber, from = tostring }
  bh.link(number, lens)
  lens:set(5)
end)
print(number:get(), text:get())                            -- expect: 5	5
local a, b, c = bh.bindable "a", bh.bindable "b", bh.bindable "c"
bh.transaction(function()
  bh.link(a, b)
  bh.link(b, c)
  c:set "typed"
end)
print(a:get(), b:get(), c:get())                           -- expect: typed	typed	typed
local x, y = bh.bindable "x", bh.bindable "y"
bh.transaction(function()
  bh.link(x, y)
  y:touch()
end)
print(x:get(), y:get())                                    -- expect: x	x
local outside = 2
local s = bh.source { get = function() return outside end, set = function(v) outside = v return true end }
local own = bh.bindable(7)
bh.transaction(function()
  bh.link(own, s)
  s:refresh()
end)
for _ = 1, 5 do bh.sleep(0) end
print(own:get(), s:get(), outside)                         -- expect: 7	7	7

-- Beside other callbacks of the wave it is as if one came after the other; what is written later wins over what has waited.
local function wave(title, ...)
  local p, q, go = bh.bindable(1), bh.bindable(2), bh.bindable(0)
  for _, f in ipairs { ... } do go:observe(function() f(p, q) end, { initial = false }) end
  go:set(1)
  print(title, p:get(), q:get())
end
local function link(p, q) bh.link(p, q) end
local function edited(p, q) bh.link(p, q) q:set(5) end
wave("then the source", edited, function(p) p:set(7) end)  -- expect: then the source	7	7
wave("source first", function(p) p:set(7) end, edited)     -- expect: source first	5	5
wave("then the target", link, function(_, q) q:set(7) end) -- expect: then the target	7	7
wave("target first", function(_, q) q:set(7) end, link)    -- expect: target first	1	1
local p, q, paused = bh.bindable(1), bh.bindable(2), nil
bh.transaction(function()
  paused = bh.link(p, q)
  q:set(5)
  paused:pause()
end)
p:set(7)
paused:resume()
print(p:get(), q:get())                                    -- expect: 7	7

-- The far end of an older chain, and a source that is bound, are written after it was made or before.
local function older(title, body)
  local n = bh.model(title, { s = 1, t = 2, u = 3, z = 4 })
  bh.link(n "t", n "u")
  bh.transaction(function()
    body(n, function() bh.link(n "s", n "t") end)
  end)
  print(title, n "s":get(), n "t":get(), n "u":get())
end
older("far", function(n, make) make() n "u":set(7) end)    -- expect: far	7	7	7
older("before", function(n, make) n "u":set(7) make() end) -- expect: before	1	1	1
older("anew", function(n, make) n "u":set(7) make() n "u":set(8) end) -- expect: anew	8	8	8
older("both", function(n, make) make() n "u":set(7) n "s":set(9) end) -- expect: both	9	9	9
older("bound", function(n, make)                           -- expect: bound	7	7	7
  bh.bind(n "z", n "s")
  make()
  n "t":set(5)
  n "z":set(7)
end)

-- Whatever the ends are: fields of records, lenses, keyed elements, places in lists.
local same = { to = function(v) return v end, from = function(v) return v end }
local kinds = {
  record = function(v) local c = bh.bindable { part = { p = v } } return c "part", function(x) c "part.p":set(x) end, function() return c "part.p":get() end end,
  place = function(v) local c = bh.bindable { v, 0 } return c "[1]", function(x) c "[1]":set(x) end, function() return c "[1]":get() end end,
  keyed = function(v) local c = bh.bindable { { id = 1, v = v } } return c:by("id", 1):at "v", function(x) c "[1].v":set(x) end, function() return c "[1].v":get() end end,
  lens = function(v) local c = bh.bindable(v) return c:through(same), function(x) c:set(x) end, function() return c:get() end end,
  bound = function(v)
    local origin, c = bh.bindable(v), bh.bindable(v)
    bh.link(origin, c)
    return c, function(x) origin:set(x) end, function() return c:get() end
  end,
}
for _, kind in ipairs { "record", "place", "keyed", "lens", "bound" } do
  local told = {}
  local function ends(...)
    local p, setp, getp = kinds[kind](1)
    local q, setq, getq = kinds[kind == "bound" and "lens" or kind](2)
    local go = bh.bindable(0)
    for _, f in ipairs { ... } do go:observe(function() f(p, setp, q, setq) end, { initial = false }) end
    go:set(1)
    told[#told + 1] = getp() .. "/" .. getq()
  end
  local function typed(p, _, q, setq) bh.link(p, q) setq(5) end
  ends(typed)
  ends(typed, function(_, setp) setp(7) end)
  ends(function(_, setp) setp(7) end, typed)
  ends(function(p, _, q) bh.link(p, q) end, function(_, _, _, setq) setq(7) end)
  ends(function(_, _, _, setq) setq(7) end, function(p, _, q) bh.link(p, q) end)
  ends(function(p, setp, q) bh.link(p, q) setp(3) end, function(_, _, _, setq) setq(8) end)
  print(kind, table.concat(told, " "))
end
-- expect: record	5/5 7/7 5/5 7/7 1/1 8/8
-- expect: place	5/5 7/7 5/5 7/7 1/1 8/8
-- expect: keyed	5/5 7/7 5/5 7/7 1/1 8/8
-- expect: lens	5/5 7/7 5/5 7/7 1/1 8/8
-- expect: bound	5/5 7/7 5/5 7/7 1/1 8/8

-- What links make of each other follows from who has written, also for who asks why.
local i, j, k, all = bh.bindable(1), bh.bindable(2), bh.bindable(3), bh.bindable(0)
all:observe(function() j:set(9) end, { initial = false })
all:observe(function() bh.link(i, j) end, { initial = false })
all:observe(function() bh.link(j, k) k:set(8) end, { initial = false })
all:set(1)
print(i:get(), j:get(), k:get())                           -- expect: 8	8	8
local text, unit, shown, turn = bh.bindable(1), bh.bindable "m", bh.bindable "", bh.bindable(0)
local words = text:through { to = function(v) return v .. unit:peek() end, from = function(v) return tonumber((v:match "%d+")) end }
words:observe(function(v) print(v) end, { initial = false }) -- expect: 2km
turn:observe(function() text:set(2) bh.link(words, shown) end, { initial = false })
turn:observe(function() unit:set "km" end, { initial = false })
turn:set(1)
print(shown:get())                                         -- expect: 2km

-- A touch is no write, whichever came last; what was written is not forgotten by what else is written; a link that is paused where it was made
-- begins when it goes on, as outside.
local function ended(title, body)
  local source, target = bh.bindable(1), bh.bindable(2)
  bh.transaction(function()
    local made = bh.link(source, target)
    body(source, target, made)
  end)
  print(title, source:get(), target:get())
end
ended("target touched", function(source, target) target:set(5) source:set(7) target:touch() end) -- expect: target touched	7	7
ended("source touched", function(source, target) source:set(7) target:set(5) source:touch() end) -- expect: source touched	5	5
wave("touched later", function(_, q) q:set(5) end, link, function(_, q) q:touch() end) -- expect: touched later	1	1
ended("long ago", function(_, target)                      -- expect: long ago	5	5
  local other = bh.bindable(0)
  target:set(5)
  for n = 1, 20000 do other:set(n) end
end)
for _, way in ipairs { "chunk", "task" } do
  local told = {}
  for _, writes in ipairs { "p", "q", "pq" } do
    local one, other, made
    ways[way](function()
      one, other = bh.bindable(1), bh.bindable(2)
      made = bh.link(one, other)
      made:pause()
    end)
    if writes:find "p" then one:set(5) end
    if writes:find "q" then other:set(9) end
    made:resume()
    told[#told + 1] = one:get() .. "/" .. other:get()
  end
  print(way, table.concat(told, " "))
end
-- expect: chunk	5/5 9/9 5/5
-- expect: task	5/5 9/9 5/5
