-- LUA_API, contract 8, 30: push, insert and remove on a source tell in an observer, as elsewhere, at their line that there is no such place.
local bh = require "bindhost"
local stored = { "a" }
local list = bh.source { get = function() return stored end, set = function(new) stored = new return true end }
local go = bh.bindable(0)
go:observe(function(v)
  local ok, err = pcall(function() return list:insert(99, "x") end)
  print(ok, err.id, err.message)
  print(pcall(list.push, list, "b" .. v))
end, { initial = false })
go:observe(function() pcall(list.push, list, "c") end, { initial = false })
go:set(1)
while #stored < 3 do bh.sleep "1ms" end
print(table.concat(stored, " "))
-- expect: false	bind.detached	source(an_edit_that_does_not_fit_is_said_where_it_is_made.lua:4) has 1 element, so there is no place [99]
-- expect: true	true
-- expect: a b1 c
