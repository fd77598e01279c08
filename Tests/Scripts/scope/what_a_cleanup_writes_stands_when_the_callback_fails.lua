-- CONTRACT 22, 34, 49: what has ended has ended: what was written because of it stands, though the callback or transaction
-- around it fails. What a failed run itself had made goes with its writes.
local bh = require "bindhost"
local turn, open = bh.bindable(1), bh.bindable(0)
local function more(n) return n + 1 end
local function less(n) return n - 1 end
bh.on_error(function(err) print("error", err.message) end)
local effect = bh.effect(function()
  local now = turn:get()
  open:modify(more)
  bh.on_close(function() open:modify(less) end)
  if now == 2 then error("no", 0) end
end)
turn:set(2)                                                  -- expect: error	no
print(open:get())                                            -- expect: 0
turn:set(3)
print(open:get())                                            -- expect: 1
print(pcall(bh.transaction, function()
  effect:stop()
  print(open:get())                                          -- expect: 0
  error("again", 0)
end))                                                        -- expect: false	again
print(open:get())                                            -- expect: 0
local target = bh.bindable "own"
local binding = bh.bind(bh.bindable "bound", target, { when = bh.bindable(true) })
pcall(bh.transaction, function()
  open:set(9)
  binding:stop()
  error "x"
end)
print(target:get(), open:get())                              -- expect: own	0
local scope = bh.scope(function() bh.on_close(function() open:modify(function(n) return n + 100 end) end) end)
bh.bindable(0):observe(function() end)
local handler = bh.bindable(0)
handler:observe(function()
  scope:close()
  open:set(7)
  error("handler", 0)
end, { initial = false })
handler:set(1)                                               -- expect: error	handler
print(open:get())                                            -- expect: 100
pcall(bh.transaction, function()
  bh.scope(function()
    open:modify(more)
    bh.on_close(function() open:modify(less) end)
  end)
  error "x"
end)
print(open:get())                                            -- expect: 100
