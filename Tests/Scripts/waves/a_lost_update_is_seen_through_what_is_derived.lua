-- Contract 9: who reads what follows from a cell has read the cell: that an update of it is lost is told, also where it was read through
-- computed values, however deep, or through a map.
local bh = require "bindhost"
bh.on_error(function(e) print(e.id, (e.message:gsub(" was written.*", ""))) end)
local function case(name, read)
  local stock = bh.bindable(10, { name = name })
  local other, order = bh.bindable(1), bh.bindable(0)
  local get = read(stock, other)
  for _ = 1, 2 do order:observe(function(n) stock:set(get() - n) end, { initial = false }) end
  order:set(3)
  print(stock:get())
end
case("computed", function(stock)
  local free = bh.computed(function() return stock:get() end)
  return function() return free:get() end
end)
case("mapped", function(stock)
  local free = stock:map(function(v) return v end)
  return function() return free:get() end
end)
case("deep", function(stock)
  local free = stock
  for _ = 1, 5 do
    local inner = free
    free = bh.computed(function() return inner:get() end)
  end
  return function() return free:get() end
end)
-- What follows from another cell alone, and what its writer has written itself, is not read.
case("other", function(_, other)
  local free = other:map(function(v) return v end)
  return function() return free:get() end
end)
case("own", function(stock)
  local free = stock:map(function(v) return v end)
  return function()
    stock:set(7)
    return free:get()
  end
end)
case("asked", function(stock)
  local free = stock:map(function(v) return v end)
  return function() return free:has_value() and 10 or 0 end
end)
-- Nor is the rest of a list where a place in it was found by its key.
local list, go = bh.bindable { { id = 1, q = 1 }, { id = 2, q = 2 } }, bh.bindable(0)
local first = list:by("id", 1):at("q"):map(function(q) return q end)
go:observe(function() list "[2].q":set(5) end, { initial = false })
go:observe(function() list "[2].q":set(first:get()) end, { initial = false })
go:set(1)
print(list "[2].q":get())
-- expect: bind.lost_update	computed
-- expect: 7
-- expect: bind.lost_update	mapped
-- expect: 7
-- expect: bind.lost_update	deep
-- expect: 7
-- expect: -2
-- expect: 4
-- expect: 7
-- expect: 1
