-- Contract T-3, 2.2: a loadable over a cell fails with it at once, keeps its value, and goes on when the cell does.
local bh = require "bindhost"
bh.on_error(function() end)
local d = bh.bindable(0)
local quotient = bh.computed(function()
  if d:get() == 0 then error "zero" end
  return 10 // d:get()
end)
local l = bh.loadable("l", { source = quotient, retry = 0 })
local function wait_for(face) repeat bh.sleep "1ms" until l "face":get() == face end
local function show() local err = l "error":get() print(l "face":get(), l "value":get(), err and err.message) end
l "face":observe(function() end)
wait_for "failed"
show()
d:set(2)
wait_for "loaded"
show()
d:set(0)
wait_for "degraded"
show()
d:set(5)
wait_for "loaded"
show()
-- expect: failed	nil	zero
-- expect: loaded	5	nil
-- expect: degraded	5	zero
-- expect: loaded	2	nil

-- The same of a source whose getter answers with an error.
local answer
local s = bh.source { get = function() if answer then return answer end return nil, { kind = "network", message = "down" } end }
l = bh.loadable("of_source", { source = s, retry = 0 })
local _, err = l:await()
print(err.kind, err.message)                      -- expect: network	down
l "face":observe(function() end)
answer = 7
s:refresh()
wait_for "loaded"
show()                                            -- expect: loaded	7	nil
