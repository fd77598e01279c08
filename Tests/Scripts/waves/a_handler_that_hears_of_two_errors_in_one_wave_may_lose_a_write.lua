-- Contract 9: a handler of errors that hears of two in one wave is two callbacks, also where one observer has raised both: what the
-- later one writes over what it had read without the earlier one's write is told.
local bh = require "bindhost"
local counted, lost = bh.bindable(0), bh.bindable(0)
bh.scope(function()
  bh.on_error(function(e)
    counted:modify(function(n) return n + 1 end)
    lost:set(lost:get() + 1)
  end)
  local a = bh.bindable(0)
  a:observe(function(v) if v > 0 then error("bad", 0) end end)
  for i = 1, 9 do a:set(i) end
  print(counted:get(), lost:get())   -- expect: 9	9
  a:set(10)                          -- expect warning: bind.lost_update
  print(counted:get(), lost:get())   -- expect: 11	10
end)
