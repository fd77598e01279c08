-- Contract 11: also when it is a first delivery that goes round, where no write is there to raise.
local bh = require "bindhost"
local n = bh.bindable(1, { name = "n" })
bh.effect(function() n:set(n:get() + 1) end)  -- expect error: bind.cycle
-- expect stderr: an_effect_that_feeds_itself_is_a_cycle.lua:4) → n (
-- expect stderr: in effect
print(n:get())  -- expect: 100

local seen = bh.bindable(0, { name = "seen" })
local handle = seen:observe(function(v) if v > 0 then seen:set(v + 1) end end)
handle:pause()
seen:set(1)
handle:resume()  -- expect error: bind.cycle
print(seen:get())  -- expect: 100

-- A transaction is the outermost write of what it registers.
local third = bh.bindable(1, { name = "third" })
local ok, err = pcall(bh.transaction, function()
  third:observe(function(v) third:set(v + 1) end)
end)
print(ok, err.id)  -- expect: false	bind.cycle
