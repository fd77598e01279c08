-- CONTRACT 67: modify is atomic everywhere, in tasks, timers and observers; set after a wait is not, and that is its nature.
local bh = require "bindhost"
local n, plain, go = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local function more(v) return v + 1 end
go:observe(function() n:modify(more) n:modify(more) end, { initial = false })
go:observe(function() n:modify(more) end, { initial = false })
for i = 1, 500 do
  bh.go(function()
    local seen = plain:get()
    bh.sleep(i % 7 / 1000)
    n:modify(more)
    plain:set(seen + 1)
  end)
  bh.after(i % 5 / 1000, function() n:modify(more) end)
end
for i = 1, 500 do n:modify(more) end
for i = 1, 250 do go:set(i) end
while n:get() < 2250 do bh.sleep "1ms" end
bh.sleep "20ms"
print(n:get(), plain:get())                               -- expect: 2250	1
