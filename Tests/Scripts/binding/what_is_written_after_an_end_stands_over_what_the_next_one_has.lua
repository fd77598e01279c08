-- Contract 49: what is written by hand after the end of a condition stands over what the binding below has, as if that had delivered first: also
-- where a function makes it of the whole.
local bh = require "bindhost"
local function whole(v) return { a = v, b = v + 1 } end
local count = 0
local kinds = {
  { "bindable", function() return bh.bindable(whole(1)) end },
  { "model", function()
    count = count + 1
    return bh.model("m" .. count, whole(1))
  end },
  { "source", function()
    local out = whole(1)
    return bh.source { get = function()
      bh.sleep "1ms"
      return out
    end, set = function(new)
      out = new
      return true
    end }
  end },
}
--- What each kind of cell holds in the end, if that is not the same.
local function all(what, run)
  local found = {}
  for _, kind in ipairs(kinds) do
    local d = kind[2]()
    local function quiet()
      if kind[1] ~= "source" then return end
      repeat bh.sleep "1ms" until d "$pending":get() == 0
    end
    if kind[1] == "source" and what ~= "at once" then repeat bh.sleep "1ms" until d:has_value() end
    run(d, quiet)
    quiet()
    local now = bh.json.encode(d:get())
    if not found[now] then found[#found + 1] = now end
    found[now] = true
  end
  print(what, table.concat(found, " or "))
end

local ways = {
  { "set", function(d) d "a":set(50) end },
  { "update", function(d) d:update { a = 50 } end },
  { "modify", function(d)
    d:modify(function(v)
      v.a = 50
      return v
    end)
  end },
}
for _, way in ipairs(ways) do
  all(way[1], function(d, quiet)
    local on = bh.bindable(true)
    bh.bind(bh.bindable(10):map(whole), d, { priority = 1, when = way[1] == "update" and bh.bindable(true) or nil })
    bh.bind(bh.bindable(20):map(whole), d, { priority = 2, when = on })
    quiet()
    bh.transaction(function()
      on:set(false)
      way[2](d)
    end)
  end)
end
-- expect: set	{"a":50,"b":11}
-- expect: update	{"a":50,"b":11}
-- expect: modify	{"a":50,"b":11}

-- Before a source has told anything, too.
all("at once", function(d)
  local on = bh.bindable(false)
  bh.bind(bh.bindable(20):map(whole), d, { priority = 2, when = on })
  bh.transaction(function() bh.bind(bh.bindable(10):map(whole), d, { priority = 1 }) end)
  bh.transaction(function() on:set(true) end)
  bh.transaction(function()
    on:set(false)
    d:update { a = 50 }
  end)
end)
-- expect: at once	{"a":50,"b":11}

-- In a part of a record what is made of it keeps the rest of what the next one has.
local d, on = bh.bindable { p = { x = 1, y = 2 } }, bh.bindable(true)
bh.bind(bh.bindable { p = { x = 10, y = 11 } }, d, { priority = 1, when = bh.bindable(true) })
bh.bind(bh.bindable { p = { x = 20, y = 21 } }, d, { priority = 2, when = on })
bh.transaction(function()
  on:set(false)
  d "p":update { y = 50 }
end)
print(bh.json.encode(d:get()))                             -- expect: {"p":{"x":10,"y":50}}

-- So it is where the one below has a part only, with the end of a condition and with a stop.
local parts = {
  function(d) d "p.x":set(50) end,
  function(d) d "p":update { x = 50 } end,
  function(d) d:update { p = { x = 50 } } end,
  function(d)
    d "p":set { x = 7, y = 21 }
    d:modify(function(v)
      v.p.x, v.p.y = 50, 11
      return v
    end)
  end,
}
for _, write in ipairs(parts) do
  local found = {}
  for _, way in ipairs { "end", "stop", "forever" } do
    local d, on, low = bh.bindable { p = { x = 1, y = 2 }, b = 3 }, bh.bindable(true), bh.bindable(true)
    bh.bind(bh.bindable { x = 10, y = 11 }, d "p", { priority = 1, when = way ~= "forever" and low or nil })
    local h = bh.bind(bh.bindable { p = { x = 20, y = 21 }, b = 22 }, d, { priority = 2, when = on })
    bh.transaction(function()
      if way == "stop" then h:stop() else on:set(false) end
      write(d)
    end)
    local now = bh.json.encode(d:get())
    if not found[now] then found[#found + 1] = now end
    found[now] = true
  end
  print(table.concat(found, " or "))
end
-- expect: {"b":3,"p":{"x":50,"y":11}}
-- expect: {"b":3,"p":{"x":50,"y":11}}
-- expect: {"b":3,"p":{"x":50,"y":11}}
-- expect: {"b":3,"p":{"x":50,"y":11}}
local list, ends = bh.bindable { l = { 1, 2 } }, bh.bindable(true)
bh.bind(bh.bindable { 5, 6 }, list "l", { priority = 1 })
bh.bind(bh.bindable { l = { 7, 8 } }, list, { priority = 2, when = ends })
bh.transaction(function()
  ends:set(false)
  list "l":push(9)
end)
print(bh.json.encode(list:get()))                          -- expect: {"l":[5,6,9]}

-- What stands beside it over the one below stands on, since that does not deliver anew.
all("beside", function(d, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(20), d "a", { priority = 2, when = on })
  bh.bind(bh.bindable(10):map(whole), d, { priority = 1, when = bh.bindable(true) })
  quiet()
  bh.transaction(function()
    d "b":set(40)
    on:set(false)
    d:update { a = 50 }
  end)
end)
-- expect: beside	{"a":50,"b":40}
all("beside, twice", function(d, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(20), d "a", { priority = 2, when = on })
  bh.bind(bh.bindable(10):map(whole), d, { priority = 1, when = bh.bindable(true) })
  quiet()
  bh.transaction(function()
    d "b":set(40)
    on:set(false)
    d "a":set(45)
    d "a":modify(function(v) return v + 5 end)
  end)
end)
-- expect: beside, twice	{"a":50,"b":40}

-- It is there without the one that goes on below, and what is written over that later is not.
for _, way in ipairs { "set", "update" } do
  all(way .. " below", function(d, quiet)
    local on, low = bh.bindable(true), bh.bindable(true)
    bh.bind(bh.bindable(10), d "a", { priority = 1, when = low })
    quiet()
    bh.bind(bh.bindable(20):map(whole), d, { priority = 2, when = on })
    quiet()
    bh.transaction(function()
      on:set(false)
      if way == "set" then d "a":set(50) else d:update { a = 50 } end
    end)
    quiet()
    d:set(whole(60))
    quiet()
    low:set(false)
  end)
end
-- expect: set below	{"a":50,"b":61}
-- expect: update below	{"a":50,"b":61}

-- It stands over a part that another one has which does not deliver, although a new binding below that says something.
all("new below", function(d, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), d "a", { priority = 2, when = bh.bindable(true) })
  quiet()
  bh.bind(bh.bindable(20):map(whole), d, { priority = 3, when = on })
  quiet()
  bh.transaction(function()
    on:set(false)
    d "a":set(45)
    bh.bind(bh.bindable(30), d "a", { priority = 1 })
    d "a":modify(function(v) return v + 5 end)
  end)
end)
-- expect: new below	{"a":50,"b":2}

-- Each write over a binding is told, once for each kind of cell.
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
