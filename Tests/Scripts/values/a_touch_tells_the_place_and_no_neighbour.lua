-- Contract 20, 19: a touch of a place tells that, what is in it and what is around it, by index or key; not what stands beside it.
local bh = require "bindhost"
local function model(name, kind, options)
  return kind(name, {
    list = { { id = 1, v = 1, t = { q = 1 } }, { id = 2, v = 2, t = { q = 2 } } },
    map = bh.field { type = "map", of = "integer", default = { k = 1, j = 2 } },
    any = bh.field { type = "any", default = { x = 1, y = { z = 1 } } },
  }, options)
end
local function look(m)
  local log = {}
  local one, two = m "list":by("id", 1), m "list":by("id", 2)
  for name, ref in pairs {
    ["list"] = m "list", ["[1]"] = m "list[1]", ["[1].v"] = m "list[1].v", ["[2].v"] = m "list[2].v", ["one"] = one, ["one.v"] = one "v",
    ["one.t.q"] = one "t.q", ["two.v"] = two "v", ["k"] = m "map.k", ["j"] = m "map.j", ["x"] = m "any.x", ["z"] = m "any.y.z",
  } do
    ref:observe(function(_, _, cause) log[#log + 1] = cause.kind == "touch" and name or name .. " " .. cause.kind end, { initial = false })
  end
  return one, two, function(fn)
    log = {}
    fn()
    table.sort(log)
    return table.concat(log, ", ")
  end
end
local m = model("m", bh.model)
local one, two, told = look(m)
print(told(function() m "list":touch() end))            -- expect: [1], [1].v, [2].v, list, one, one.t.q, one.v, two.v
print(told(function() m "list[1]":touch() end))         -- expect: [1], [1].v, list, one, one.t.q, one.v
print(told(function() one:touch() end))                 -- expect: [1], [1].v, list, one, one.t.q, one.v
print(told(function() m "list[1].v":touch() end))       -- expect: [1], [1].v, list, one, one.v
print(told(function() one "v":touch() end))             -- expect: [1], [1].v, list, one, one.v
print(told(function() one "t":touch() end))             -- expect: [1], list, one, one.t.q
print(told(function() two:touch() end))                 -- expect: [2].v, list, two.v
print(told(function() m "map.k":touch() end))           -- expect: k
print(told(function() m "map":touch() end))             -- expect: j, k
print(told(function() m "any.x":touch() end))           -- expect: x
print(told(function() m "any":touch() end))             -- expect: x, z

-- What the same transaction writes is a write; what comes back to what it was is nothing.
print(told(function() bh.transaction(function() one "v":touch() m "list[2].v":set(7) end) end))
-- expect: [1], [1].v, [2].v write, list write, one, one.v, two.v write
print(told(function() bh.transaction(function() m "map.k":set(5) m "map.k":set(1) m "map.j":touch() end) end))   -- expect: j
bh.transaction(function() one "v":touch() m "list":insert(1, { id = 9, v = 1, t = { q = 1 } }) end)
print(told(function() bh.transaction(function() one "v":touch() m "list":remove(1) end) end))
-- expect: [1] write, [1].v, [2].v write, list write, one, one.v

-- A touch that is dropped is none, and so is that of what has gone.
print(told(function() pcall(bh.transaction, function() one:touch() error "no" end) end))   -- expect:
m "list":set {}
print(select(2, pcall(one.touch, one)).id)   -- expect: bind.detached
print(select(2, pcall(one "v".touch, one "v")).id)   -- expect: bind.detached
print(select(2, pcall(m "list[1]".touch, m "list[1]")).id)   -- expect: bind.detached
print(told(function() m "list":touch() end))            -- expect: list

-- A state is no different.
local s = model("s", bh.state, { store = "memory:" })
one, two, told = look(s)
print(told(function() one:touch() end))                 -- expect: [1], [1].v, list, one, one.t.q, one.v
print(told(function() bh.transaction(function() s "list[2].v":touch() s "map.k":set(8) end) end))   -- expect: [2].v, k write, list, two.v
