-- Contract 8, 10, 47: a field of a state whose check makes something else of a value by the time it is applied takes that in its turn: what its
-- writer has written after it stands, and a function works on it, as in a model.
local bh = require "bindhost"
for _, kind in ipairs { "model", "state" } do
  local function made(name)
    local limit, go = bh.bindable(100), bh.bindable(0)
    local fields = { a = bh.field { default = 0, check = function(v) return true, math.min(v, limit:get()) end }, b = 0 }
    local s = kind == "model" and bh.model(name, fields) or bh.state(name, fields, { store = "memory:" })
    go:observe(function() limit:set(10) end, { initial = false })
    return s, go
  end
  local s, go = made(kind .. "1")
  local told = {}
  s "a":observe(function(v) told[#told + 1] = v end, { initial = false })
  go:observe(function()
    s "a":set(50)
    s "b":set(1)
    s "a":set(3)
  end, { initial = false })
  go:set(1)
  local f, run = made(kind .. "2")
  run:observe(function()
    f "a":set(50)
    f "a":modify(function(v) return v - 4 end)
  end, { initial = false })
  run:set(1)
  local w, start = made(kind .. "3")
  start:observe(function() w:update { a = 50, b = 2 } end, { initial = false })
  start:set(1)
  print(kind, s "a":get(), s "b":get(), table.concat(told, " "), f "a":get(), w "a":get(), w "b":get())
end
-- expect: model	3	1	3	6	10	2
-- expect: state	3	1	3	6	10	2
