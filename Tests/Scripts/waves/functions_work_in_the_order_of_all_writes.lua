-- CONTRACT 8, 9: what an observer writes by functions, on fields and whole models, and what it sets between them, comes to what it would
-- one after the other, for the observer itself and where it is applied; also where a check or a function reads what was written.
local bh = require "bindhost"
local function state(name, fields) return bh.state(name, fields, { store = "memory:" }) end
local count = 0
local function made(make, fields) count = count + 1 return make("m" .. count, fields) end
local function once(fn)
  local go = bh.bindable(0)
  local handle = go:observe(fn, { initial = false })
  go:set(1)
  handle:stop()
end
local function inc(field, by) return function(r) r[field] = r[field] + (by or 1) return r end end

for _, make in ipairs { bh.model, state } do
  -- what was set between two functions of the whole
  local m = made(make, { a = 1, b = bh.field { default = 1, check = function() return true end } })
  once(function() m:modify(inc "b") m "a":set(5) m:modify(inc "b") print(m "a":get(), m "b":get()) end)
  print(m "a":get(), m "b":get())
  -- a function that reads another field of the model, and its own
  once(function()
    m:modify(function(r) r.b = m "a":get() + 1 return r end)
    m "a":set(50)
    m "b":modify(function() return m "b":get() + m "a":get() end)
    m:modify(inc "b")
    print(m "b":get())
  end)
  print(m "b":get())

  -- a check that reads its own field sees what the functions before have left
  local slow
  slow = made(make, { n = bh.field { default = 0, type = "integer", check = function(v)
    return not slow or math.abs(v - slow "n":get()) <= 3, "at most 3 at a time"
  end } })
  local function more(v) return v + 3 end
  once(function() print(slow "n":modify(more), slow:modify(inc("n", 3)), slow "n":set(9)) end)
  print(slow "n":get())
  -- and one that reads another field what was written there before
  local limit
  limit = made(make, { max = 10, n = bh.field { default = 1, type = "integer", check = function(v)
    return not limit or v <= limit "max":get(), "too much"
  end } })
  once(function()
    limit "n":modify(more)
    print(limit "n":modify(function(v) return v + 50 end), "refused")
    limit "max":set(100)
    print(limit "n":modify(function(v) return v + 50 end))
  end)
  print(limit "n":get())

  -- two callbacks: the value of the moment counts, whatever the second saw
  local both = made(make, { n = bh.field { default = 5, type = "integer", max = 5 }, o = 0 })
  local go = bh.bindable(0)
  go:observe(function() both "n":modify(function(v) return v - 3 end) end, { initial = false })
  go:observe(function()
    print(both "n":modify(function(v) return v + 2 end))
    both:modify(function(r) r.o = r.n return r end)
    both "n":set(1)
  end, { initial = false })
  go:set(1)
  print(both "n":get(), both "o":get())

  -- fields of one update are judged together, also on the value of the moment
  local pair
  pair = made(make, {
    low = bh.field { type = "record", default = { x = 1, z = 0 }, check = function(v)
      return not pair or v.x <= pair "high.y":get(), "above high"
    end },
    high = bh.field { type = "record", default = { y = 10 }, check = function(v)
      return not pair or v.y >= pair "low.x":get(), "below low"
    end },
  })
  local start = bh.bindable(0)
  start:observe(function() pair "low.z":modify(function(v) return v + 1 end) end, { initial = false })
  start:observe(function() print(pair:update { low = { x = 100 }, high = { y = 100 } }) end, { initial = false })
  start:set(1)
  print(pair "low.x":get(), pair "low.z":get(), pair "high.y":get())
end
-- expect: 5	3
-- expect: 5	3
-- expect: 57
-- expect: 57
-- expect: true	true	true
-- expect: 9
-- expect: nil	refused
-- expect: true
-- expect: 54
-- expect: true
-- expect: 1	4
-- expect: true
-- expect: 100	1	100
-- expect: 5	3
-- expect: 5	3
-- expect: 57
-- expect: 57
-- expect: true	true	true
-- expect: 9
-- expect: nil	refused
-- expect: true
-- expect: 54
-- expect: true
-- expect: 1	4
-- expect: true
-- expect: 100	1	100

-- An element that is pushed twice is refused where it is pushed.
local list = bh.bindable { { id = 1 } }
bh.each(list, { key = "id", insert = function() end })
once(function()
  print(pcall(list.push, list, { id = 1 }) and "taken" or "refused")
  list:push { id = 2 }
end)
print(#list:get())
-- expect: refused
-- expect: 2

-- Random programs of two callbacks, against a plain table that is changed by one after the other.
local fields = { "a", "b", "inner.c", "inner.d" }
local function place(record, path)
  local outer, inner = path:match "^(%w+)%.(%w+)$"
  if outer then return record[outer], inner end
  return record, path
end
local function number(record, path) local r, f = place(record, path) return r[f] end
local function put(record, path, value) local r, f = place(record, path) r[f] = value end
local kinds = {
  { function(r, f, _, k) put(r, f, number(r, f) + k) end,
    function(m, f, _, k) m(f):modify(function(v) return v + k end) end },
  { function(r, f, _, k) put(r, f, k) end, function(m, f, _, k) m(f):set(k) end },
  { function(r, f, g, k) put(r, f, number(r, g) + k) end,
    function(m, f, g, k) m:modify(function(r) put(r, f, number(r, g) + k) return r end) end },
  { function(r, f, g) put(r, f, number(r, g) * 2) end,
    function(m, f, g) m(f):modify(function() return m(g):get() * 2 end) end },
  { function(r, _, _, k) r.a, r.inner.d = k, k + 1 end, function(m, _, _, k) m:update { a = k, inner = { d = k + 1 } } end },
  { function(r, _, _, k) r.inner.c = r.inner.d + k end,
    function(m, _, _, k) m "inner":modify(function(r) r.c = r.d + k return r end) end },
  { function(r, f, _, k) put(r, f, number(r, f) + 2 * k) end,
    function(m, f, _, k)
      bh.transaction(function() m(f):modify(function(v) return v + k end) m(f):modify(function(v) return v + k end) end)
      pcall(bh.transaction, function() m(f):modify(function(v) return v + 1000 end) m "a":set(-1) error "no" end)
    end },
}
math.randomseed(7)
local wrong = 0
for seed = 1, 200 do
  local programs = {}
  for callback = 1, 2 do
    programs[callback] = {}
    for i = 1, math.random(2, 5) do
      programs[callback][i] = { math.random(#kinds), fields[math.random(4)], fields[math.random(4)], math.random(5) }
    end
  end
  local function run(which, subject)
    for _, op in ipairs(programs[which]) do kinds[op[1]][subject.path and 2 or 1](subject, op[2], op[3], op[4]) end
  end
  local m = made(seed % 2 == 0 and bh.model or state, { a = 1, b = 2, inner = { c = 3, d = 4 } })
  local model, go = { a = 1, b = 2, inner = { c = 3, d = 4 } }, bh.bindable(0)
  local looks = seed % 3 == 0
  for which = 1, 2 do
    go:observe(function()
      run(which, m)
      if looks then m:get() end
    end, { initial = false })
    run(which, model)
  end
  go:set(1)
  for _, f in ipairs(fields) do
    if m(f):get() ~= number(model, f) then wrong = wrong + 1 end
  end
end
print(wrong)                                       -- expect: 0

-- What one update sets beside fields that another callback has written is judged there, and taken as its checks make it.
for _, make in ipairs { bh.model, state } do
  local m = made(make, {
    few = bh.field { default = 0, check = function(v) return v <= 10, "too many" end },
    even = bh.field { default = 0, type = "integer", check = function(v) return true, v // 2 * 2 end },
    part = bh.field { type = "record", default = { x = 1, z = 0 }, check = function(v) return v.x < 9, "too big" end },
  })
  local go = bh.bindable(0)
  go:observe(function() m "part.z":modify(function(v) return v + 1 end) end, { initial = false })
  go:observe(function(n)
    local ok, why = m:update { few = n == 1 and 100 or 5, even = 7, part = { x = 5 } }
    print(ok, why and why.id)
  end, { initial = false })
  for n = 1, 2 do
    go:set(n)
    print(m "few":get(), m "even":get(), m "part.x":get(), m "part.z":get())
  end
end
-- expect: nil	bind.invalid
-- expect: 0	0	1	1
-- expect: true	nil
-- expect: 5	6	5	2
-- expect: nil	bind.invalid
-- expect: 0	0	1	1
-- expect: true	nil
-- expect: 5	6	5	2

-- A function reads what is computed as what was written before it makes it, also where another callback has written too.
local p, q, r, both_written = bh.bindable(1), bh.bindable(2), bh.bindable(0), bh.bindable(0)
local sum = bh.combine({ p, q }, function(x, y) return x + y end)
sum:observe(function() end)
both_written:observe(function() p:set(10) end, { initial = false })
both_written:observe(function()
  q:set(20)
  r:modify(function() return sum:get() end)
end, { initial = false })
both_written:set(1)
print(r:get(), sum:get())                          -- expect: 30	30

-- A function that fails fails the transaction that it is written in, whatever is set behind it.
local c, d = bh.bindable(1), bh.bindable(0)
once(function()
  print(pcall(bh.transaction, function()
    c:modify(function() error("no", 0) end)
    c:set(5)
  end))
  d:set(1)
end)
print(c:get(), d:get())
-- expect: false	no
-- expect: 1	1
