-- CONTRACT 9: a callback that reads what it has written itself has not read what the other one's write replaces.
local bh = require "bindhost"
local go, x = bh.bindable(0), bh.bindable(0)
local m = bh.model("m", { list = { 1, 2 } })
local function run(second)
  local a = go:observe(function() x:set(1) m "list":set { 5, 6 } end, { initial = false })
  local b = go:observe(second, { initial = false })
  go:set(go:peek() + 1)
  a:stop()
  b:stop()
end
run(function() x:set(2) x:set(x:get() + 1) end)
print(x:get())                                            -- expect: 3
run(function() m "list":set { 7, 8 } m "list[1]":set(m "list[1]":get() + 1) m "list":set { m "list[1]":get(), 9 } end)
print(m "list[1]":get(), m "list[2]":get())               -- expect: 8	9
-- it follows from what it had read before, or from the value before by a function
run(function() x:set(x:get() + 1) end)
run(function() x:modify(function(v) return v + 1 end) x:set(x:get() + 1) end)
-- expect warning: bind.lost_update
-- expect stderr: which had read it without that
-- expect warning: bind.lost_update
