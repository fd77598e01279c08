-- Contract 9: what two callbacks of one wave read and write may be a place in a list or record, or seen through a lens.
local bh = require "bindhost"
local go, log = bh.bindable(0), {}
bh.on_error(function(err) log[#log + 1] = err end)
local m = bh.model("m", { list = {}, map = {} })
local c = bh.bindable(10)
local double = c:through { to = function(v) return v * 2 end, from = function(v) return v // 2 end }
local list, first, second = m "list", m "list[1].n", m "list[2].n"
local keyed = list:by("id", "a")
local function both(one, two)
  list:set { { id = "a", n = 1 }, { id = "b", n = 1 } }
  c:set(10)
  local handles = {}
  for i, fn in ipairs { one, two } do handles[i] = go:observe(fn, { initial = false }) end
  log = {}
  go:modify(function(v) return v + 1 end)
  for _, handle in ipairs(handles) do handle:stop() end
  return #log
end
local function add(cell) return function() cell:set(cell:get() + 2) end end
local function fn(cell) return function() cell:modify(function(v) return v + 2 end) end end
local function blind(cell) return function() cell:set(7) end end

print(both(add(double), add(double)), c:get())                   -- expect: 1	11
print(both(add(first), add(first)), first:get())                 -- expect: 1	3
print(log[1].id, log[1].message:match "^%S+")                    -- expect: bind.lost_update	m.list[1].n
local notes = table.concat(log[1].notes, " ")
print(notes:match ":(%d+) .*:(%d+) ")                            -- expect: 20	20
print(both(add(keyed "n"), add(keyed "n")), keyed "n":get())     -- expect: 1	3
print(both(add(first), add(keyed "n")), first:get())             -- expect: 1	3
print(both(fn(first), add(first)), both(fn(double), add(double)))  -- expect: 1	1

-- The whole around it, and what is inside.
local function replace() local all = list:get() all[1].n = 9 list:set(all) end
local function element() local e = m "list[1]":get() m "list[1]":set { id = "a", n = e.n + 1 } end
print(both(replace, add(first)), both(add(first), replace))      -- expect: 1	1
print(both(add(first), element), both(element, add(first)))      -- expect: 1	1
print(both(add(first), function() local all = list:get() first:set(all[1].n + 1) end))  -- expect: 1
print(both(element, function() first:get() m "list[1]":set { id = "a", n = 5 } end))    -- expect: 1

-- Nothing is lost of what is beside it, of what was not read, or of functions.
print(both(add(first), add(second)), first:get(), second:get())  -- expect: 0	3	3
print(both(add(keyed "n"), add(second)))                         -- expect: 0
print(both(add(first), fn(first)), both(add(double), fn(double)))  -- expect: 0	0
print(both(add(first), blind(first)), both(add(double), blind(double)))  -- expect: 0	0
print(both(add(keyed "n"), blind(keyed "n")))                    -- expect: 0
print(both(add(first), function() second:get() first:set(5) end))  -- expect: 0
-- What another callback has read is not read by this one.
local function chain(one, quiet, blindly)
  local a = go:observe(one, { initial = false })
  local b = go:observe(quiet, { initial = false })
  local d = go:observe(blindly, { initial = false })
  log = {}
  go:modify(function(v) return v + 1 end)
  a:stop() b:stop() d:stop()
  return #log
end
print(chain(add(c), function() c:get() end, blind(c)))           -- expect: 0

-- A merge writes plain values too, and nothing but those.
local record = bh.bindable({ a = 1, b = 1, in_ = { x = 1 } }, { name = "record" })
local function merge(ref, name)
  return function() ref:update { [name] = ref(name):get() + 1 } end
end
local function deep() record:update { in_ = { x = record "in_.x":get() + 1 } } end
print(both(add(record "a"), merge(record, "a")), log[1].message:match "^%S+")  -- expect: 1	record.a
print(both(add(record "in_.x"), deep), log[1].message:match "^%S+")            -- expect: 1	record.in_.x
print(both(add(record "in_.x"), merge(record "in_", "x")))       -- expect: 1
print(both(merge(record, "a"), merge(record, "b")), record "a":get(), record "b":get())  -- expect: 0	3	2
print(both(add(first), merge(m "list[1]", "n")))                 -- expect: 1
print(both(add(keyed "n"), merge(keyed, "n")))                   -- expect: 1
print(both(add(record "a"), function() record:update { a = 7 } end))  -- expect: 0
print(both(add(record "in_.x"), function() record "in_":get() record:update { in_ = {} } end))  -- expect: 0

-- Also where the record is that of a source.
local outside = { a = 1, b = 1 }
local source = bh.source { get = function() return outside end, set = function(v) outside = v return true end }
source:observe(function() end)
print(both(add(source "a"), merge(source, "a")))                 -- expect: 1
print(both(add(source "a"), merge(source, "b")))                 -- expect: 0
