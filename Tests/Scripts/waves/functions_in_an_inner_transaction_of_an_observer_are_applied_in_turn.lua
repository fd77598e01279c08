-- CONTRACT 8, 24 and 57: what an observer's inner transaction changes by a function is applied on the value of that moment.
local bh = require "bindhost"
local x, c, list = bh.bindable(0), bh.bindable(0), bh.bindable {}
for step = 1, 2 do
  x:observe(function()
    c:modify(function(v) return v + step end)
    list:push(step)
    bh.transaction(function()
      c:modify(function(v) return v + 10 * step end)
      list:push(10 * step)
      -- it goes on with what the callback has written before
      print(c:get(), table.concat(list:get(), " "))
    end)
  end, { initial = false })
end
x:set(1)
-- expect: 11	1 10
-- expect: 22	2 20
print(c:get(), table.concat(list:get(), " "))       -- expect: 33	1 10 2 20
-- an inner transaction that fails takes its own along only
x:observe(function()
  c:modify(function(v) return v + 1000 end)
  pcall(bh.transaction, function()
    c:modify(function(v) return v + 5000 end)
    error "no"
  end)
end, { initial = false })
x:set(2)
-- expect: 44	1 10 2 20 1 10
-- expect: 55	1 10 2 20 2 20
print(c:get())                                      -- expect: 1066
