-- CONTRACT 50: one place is one target, whatever path it is written by. Who changes what a one-way binding wrote is warned; who
-- writes around it and leaves it as it was is not.
local bh = require "bindhost"
local warned
bh.on_error(function(err) warned[#warned + 1] = err.id == "bind.overwritten" and err.message:match "^%S+" or err.message end)
local five, count = bh.bindable(5), 0
local function case(target, write)
  count, warned = count + 1, {}
  local m = bh.model("m" .. count, {
    list = { { id = 1, v = 1 }, { id = 2, v = 2 } }, rec = { x = 1, y = 1 },
    map = bh.field { type = "map", of = "integer", default = { k = 1, j = 1 } },
  })
  local binding = bh.bind(five, target(m))
  write(m)
  binding:stop()
  print(#warned == 0 and "none" or table.concat(warned, " "):gsub("^m%d+%.", "") .. "")
end
local function keyed(m) return m "list":by("id", 1) "v" end
local function indexed(m) return m "list[1].v" end
local function key(m) return m "map.k" end

case(keyed, function(m) m "list[1].v":set(9) end)                              -- expect: list[id=1].v
case(keyed, function(m) m "list":by("id", 1):update { v = 9 } end)             -- expect: list[id=1].v
case(keyed, function(m) m "list[1]":set { id = 1, v = 9 } end)                 -- expect: list[id=1].v
case(keyed, function(m) m "list":set { { id = 2, v = 5 }, { id = 1, v = 9 } } end)   -- expect: list[id=1].v
case(keyed, function(m) m:update { list = { { id = 1, v = 9 } } } end)         -- expect: list[id=1].v
case(keyed, function(m) m "list":by("v", 5) "v":set(9) end)                    -- expect: list[id=1].v
case(indexed, function(m) m "list":by("id", 1) "v":set(9) end)                 -- expect: list[1].v
case(indexed, function(m) m "list":set { { id = 1, v = 9 } } end)              -- expect: list[1].v
case(indexed, function(m) m:modify(function(v) v.list[1].v = 9 return v end) end)    -- expect: list[1].v
case(key, function(m) m "map":set { k = 9 } end)                               -- expect: map.k
case(key, function(m) m "map":update { k = 9 } end)                            -- expect: map.k
case(key, function(m) m "map":set {} end)                                      -- expect: map.k
case(function(m) return m "rec.x" end, function(m) m:update { rec = { x = 9 } } end)  -- expect: rec.x
-- in a transaction, a timer and an observer
case(keyed, function(m) bh.transaction(function() m "list[2].v":set(3) m "list[1].v":set(9) end) end)   -- expect: list[id=1].v
case(keyed, function(m)
  m "rec.y":observe(function() m:modify(function(v) v.list[1].v = 9 return v end) end, { initial = false })
  m "rec.y":set(2)
end)                                                                           -- expect: list[id=1].v
case(keyed, function(m)
  m "rec.y":observe(function() m "list":modify(function(v) v[1].v = 9 return v end) end, { initial = false })
  m "rec.y":set(2)
end)                                                                           -- expect: list[id=1].v

-- what leaves it as it was
case(keyed, function(m) m "list[2].v":set(9) end)                              -- expect: none
case(keyed, function(m) m "list":set { { id = 2, v = 9 }, { id = 1, v = 5, w = 1 } } end)   -- expect: none
case(keyed, function(m) m "list":insert(1, { id = 3, v = 3 }) end)             -- expect: none
case(keyed, function(m) m "list":set {} end)                                   -- expect: none
case(key, function(m) m "map.j":set(9) end)                                    -- expect: none
case(key, function(m) m "map":set { k = 5 } end)                               -- expect: none
case(function(m) return m "rec.x" end, function(m) m "rec":set { x = 5, y = 9 } end)   -- expect: none
case(keyed, function(m) bh.transaction(function() m "list[1].v":set(9) m "list":by("id", 1):update { v = 5 } end) end)   -- expect: none
case(keyed, function(m) pcall(bh.transaction, function() m "list[1].v":set(9) error "no" end) end)   -- expect: none
case(keyed, function(m) five:set(6) five:set(5) end)                           -- expect: none

-- a bindable, a state and a source, both places told
local b, s = bh.bindable { q = 1, r = 1 }, bh.state("s", { list = { { id = 1, v = 1 } } }, { store = "memory:" })
bh.bind(five, b "q")
bh.bind(five, s "list":by("id", 1) "v")
warned = {}
b:set { q = 9, r = 2 }
b:update { q = 10 }
b:modify(function(v) v.q = 11 return v end)
b "r":set(3)
print(#warned)                                                                 -- expect: 3
warned = {}
s "list[1].v":set(9)
s:modify(function(v) v.list[1].v = 10 return v end)
s:update { list = { { id = 1, v = 11 } } }
bh.transaction(function() s:modify(function(v) v.list[1].v = 12 return v end) end)
s "list":push { id = 2, v = 2 }
print(#warned)                                                                 -- expect: 4
warned = {}
local outside = bh.source {
  get = function() return { a = 1, b = 1 } end, set = function(new) return new.a ~= 99 or nil, "no" end,
}
local function settled() repeat bh.sleep "1ms" until outside "$pending":get() == 0 end
bh.sleep "1ms"
bh.bind(five, outside "a")
settled()
outside:update { a = 9 }
outside "b":set(2)
settled()
print(table.concat(warned, " "):match "%S+$")                                  -- expect: source(a_write_by_hand_warns_by_whatever_path.lua:76).a
warned = {}
outside:update { a = 99 }
settled()
print(#warned == 0 and "none" or table.concat(warned, " "), outside "a":get())     -- expect: none	9

-- What the cell's own equality takes for the same is no write.
do
  local last = bh.bindable(1, { name = "last digit", equals = function(a, b) return a % 10 == b % 10 end })
  bh.bind(bh.bindable(5), last)
  last:set(15)
  print(last:get())                                     -- expect: 5
end
