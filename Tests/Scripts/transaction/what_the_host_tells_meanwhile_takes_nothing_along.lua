-- Contract 21: a cell of the host's own that changes inside a transaction does not commit what the transaction wrote.
local bh = require "bindhost"
local x = bh.bindable(1, { name = "x" })
local h = bh.history { cells = { x } }
x:set(2)
h "can_undo":observe(function(v) print("can_undo", v, x:get()) end)  -- expect: can_undo	true	2
x:observe(function(v) print("x", v) end)                             -- expect: x	2
local ok = pcall(bh.transaction, function()
  x:set(5)
  h:clear()                                                          -- expect: can_undo	false	2
  print("inside", x:get())                                           -- expect: inside	5
  error "no"
end)                                                                 -- expect: can_undo	true	2
print(ok, x:get())                                                   -- expect: false	2
bh.transaction(function()
  x:set(6)
  h:clear()                                                          -- expect: can_undo	false	2
end)                                                                 -- expect: x	6
-- expect: can_undo	true	6
