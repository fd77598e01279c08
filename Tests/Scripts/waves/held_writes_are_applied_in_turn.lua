-- Contract 8: no delivery inside a delivery; writes wait in order; a function write works on the value of the moment.
local bh = require "bindhost"
local a, b, c, log, depth = bh.bindable(0), bh.bindable(0), bh.bindable(0), {}, 0
local function watched(cell, name, body)
  cell:observe(function(v)
    assert(depth == 0, "nested")
    depth = depth + 1
    log[#log + 1] = name .. v
    if body then body(v) end
    log[#log + 1] = "/" .. name
    depth = depth - 1
  end, { initial = false })
end
watched(a, "a", function(v) b:set(v) c:set(v) b:set(v * 10) end)
watched(a, "A", function(v) if v < 3 then a:set(v + 1) end end)
watched(b, "b", function(v) c:modify(function(old) return old + v end) end)
watched(c, "c")
a:set(1)
print(table.concat(log, " "))
-- expect: a1 /a A1 /A a2 /a A2 /A b10 /b c1 /c a3 /a A3 /A b20 /b c12 /c b30 /b c23 /c c53 /c
print(a:get(), b:get(), c:get())  -- expect: 3	30	53
-- the later of two plain writes wins, functions between them count for nothing
local go, n, m = bh.bindable(0), bh.bindable(1), bh.bindable(1)
go:observe(function() n:set(100) m:modify(function(v) return v + 1 end) end, { initial = false })
go:observe(function() n:modify(function(v) return v + 1 end) m:set(50) end, { initial = false })
go:observe(function() n:modify(function(v) return v * 2 end) m:modify(function(v) return v * 2 end) end, { initial = false })
go:set(1)
print(n:get(), m:get())           -- expect: 202	100
-- a raising observer's held writes are dropped, those of others stay
bh.on_error(function(err) print("raised", tostring(err):match "oops") end)
local x = bh.bindable(0)
x:observe(function(v) n:set(v) error "oops" end, { initial = false })
x:observe(function(v) m:set(v) end, { initial = false })
x:set(7)                          -- expect: raised	oops
print(n:get(), m:get())           -- expect: 202	7
