-- Contract 8, 47: what an observer has written is judged anew in the order in which it was written, each with what was there before it: what the callback
-- wrote after it, and what others have written that the check does not read, changes nothing.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id, err.message) end)
local function case(name, beside)
  local m
  m = bh.model(name, {
    balance = 10,
    sum = bh.field { default = 0, check = function(v) return not m or v <= m "balance":get(), "no money" end },
    lo = bh.field { default = 1, check = function(v) return true, m and math.min(v, m "hi":get()) or v end },
    hi = bh.field { default = 10, check = function(v) return true, m and math.max(v, m "lo":get()) or v end },
    other = 0,
  })
  local go = bh.bindable(0)
  go:observe(function() beside(m) end, { initial = false })
  go:observe(function()
    if m "sum":set(8) then m "balance":set(2) end
    m "hi":set(3)
    m "lo":set(5)
    m "hi":set(7)
    m "other":modify(function() return m "lo":peek() end)
  end, { initial = false })
  go:set(1)
  print(name, m "sum":get(), m "balance":get(), m "lo":get(), m "hi":get(), m "other":get())
end
case("alone", function() end)                                          -- expect: alone	8	2	3	7	3
case("timer", function() bh.after(0, function() end) end)              -- expect: timer	8	2	3	7	3
case("same", function(m) m "other":set(0) end)                         -- expect: same	8	2	3	7	3
case("another", function(m) m "hi":set(4) end)                         -- expect: another	8	2	3	7	3
case("lower", function(m) m "balance":set(5) end)
-- expect: told	bind.invalid	lower.sum: 8 was refused: no money
-- expect: lower	0	5	1	10	0

-- A function that follows sees what the check has made of it by then.
local limit, p, go = bh.bindable(10), bh.bindable(0), bh.bindable(0)
local capped = bh.model("capped", { a = bh.field { default = 0, check = function(v) return true, math.min(v, limit:get()) end } })
go:observe(function() limit:set(5) end, { initial = false })
go:observe(function()
  capped "a":set(20)
  p:modify(function() return capped "a":peek() end)
end, { initial = false })
go:set(1)
print(capped "a":get(), p:get()) -- expect: 5	5
