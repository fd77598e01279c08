-- Contract 8 and 9: a callback that begins to observe what is not current stays one: its functions are held, what it overwrites
-- is reported.
local bh = require "bindhost"
bh.on_error(function(e) print("handler", e.id) end)
local x, turn, n, m = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0)
local function increment(v) return v + 1 end
local first, second = bh.computed(function() return x:get() end), bh.computed(function() return x:get() end)
turn:observe(function()
  n:modify(increment)
  m:set(m:get() + 1)
end, { initial = false })
turn:observe(function()
  pcall(bh.transaction, function()
    first:observe(function() end)
    error "dropped"
  end)
  n:modify(increment)
  local old = m:get()
  second:observe(function() end)
  m:set(old + 1)
end, { initial = false })
turn:set(1)                                  -- expect: handler	bind.lost_update
print(n:get(), m:get())                      -- expect: 2	1
