-- Contract 8: a function write is evaluated when it is applied.
local bh = require "bindhost"
local n = bh.bindable(1)
n:modify(function(v) return v + 1 end)
print(n:get())  -- expect: 2
local trigger = bh.bindable(0)
trigger:observe(function() n:modify(function(v) return v * 10 end) end, { initial = false })
trigger:observe(function() n:modify(function(v) return v + 1 end) end, { initial = false })
trigger:set(1)
print(n:get())  -- expect: 21

-- Functions of a whole record stand in their order among those of its fields, and each is applied to what the others have made.
for i, make in ipairs { bh.model, function(name, fields) return bh.state(name, fields, { store = "memory:" }) end } do
  local m = make("m" .. i, { n = 0, o = 0, inner = { p = 1 } })
  local function inc() m:modify(function(r) r.n, r.inner.p = r.n + 1, r.inner.p * 2 return r end) end
  local ask = bh.bindable(0)
  ask:observe(inc, { initial = false })
  ask:observe(function()
    m "n":modify(function(v) return v + 1 end)
    inc()
    m "inner.p":modify(function(v) return v + 10 end)
    inc()
    print(m "n":get(), m "inner.p":get())
  end, { initial = false })
  ask:set(1)
  print(m "n":get(), m "inner.p":get())
  local other = bh.bindable(0)
  other:observe(function() inc() m "n":set(100) m "o":set(5) inc() print(m "n":get(), m "o":get()) end, { initial = false })
  other:set(1)
  print(m "n":get(), m "o":get(), m "inner.p":get())
end
-- expect: 3	24
-- expect: 4	28
-- expect: 101	5
-- expect: 101	5	112
-- expect: 3	24
-- expect: 4	28
-- expect: 101	5
-- expect: 101	5	112
