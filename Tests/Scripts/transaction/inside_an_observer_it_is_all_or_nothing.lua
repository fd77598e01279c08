-- CONTRACT 8, 21, 22: a function that fails in an observer's transaction raises where the transaction stands; one that fails
-- when it is applied takes all along that its callback has written.
local bh = require "bindhost"
local m = bh.model("m", { y = bh.field { type = "integer", default = 1, max = 10 } })
local go, x, y = bh.bindable(0), bh.bindable(0), bh.bindable(1)
go:observe(function(turn)
  if turn == 1 then
    print(pcall(bh.transaction, function() x:set(1) y:modify(function() error("no", 0) end) end))
  elseif turn == 2 then
    local ok, err = pcall(bh.transaction, function() x:set(2) assert(m "y":modify(function() return 50 end)) end)
    print(ok, err.id)
  elseif turn == 3 then
    x:set(3)
    y:modify(function(v) if v > 5 then error("late", 0) end return v end)
  end
end, { initial = false })
go:set(1)               -- expect: false	no
print(x:get(), y:get()) -- expect: 0	1
go:set(2)               -- expect: false	bind.invalid
print(x:get(), m "y":get()) -- expect: 0	1
local other = go:observe(function() y:set(9) end, { initial = false })
other:stop()
local first = bh.bindable(0)
first:observe(function() y:set(9) end, { initial = false })
first:observe(function() x:set(3) y:modify(function(v) if v > 5 then error("late", 0) end return v end) end,
  { initial = false })
first:set(1)
print(x:get(), y:get()) -- expect: 0	9
-- expect error: script.error
