-- Contract 55, 58: what follows from a yes belongs to the step that asked for the write, also through a link.
local bh = require "bindhost"
local server = 0
local s = bh.source {
  optimistic = true, get = function() return server end, confirm = function() bh.sleep "1ms" return true end,
  set = function(v) bh.sleep "1ms" server = v return true end,
}
local x = bh.bindable(0)
bh.link(s, x)
local h = bh.history { cells = { s, x } }
local function after(body)
  bh.go(body)
  bh.sleep "1ms"
  while s "$pending":get() > 0 do bh.sleep "1ms" end
  print(s:get(), x:get(), server, h "can_undo":get(), h "can_redo":get())
end
after(function() s:set(5) end)                    -- expect: 5	5	5	true	false
after(function() s:set(7) end)                    -- expect: 7	7	7	true	false
after(function() h:undo() end)                    -- expect: 5	5	5	true	true
after(function() h:undo() end)                    -- expect: 0	0	0	false	true
after(function() h:redo() end)                    -- expect: 5	5	5	true	true
after(function() h:redo() end)                    -- expect: 7	7	7	true	false
