-- Contract 13 and 27, API "never silent": a handler is a script's function, and writes. What is reported while something is
-- computed is told when scripts may run again: after the wave or, outside of waves, before the next one, and at the end of
-- the step or of a dropped transaction.
local bh = require "bindhost"
local a, b, heard = bh.bindable(1), bh.bindable(0), bh.bindable(0)
bh.on_error(function(e)
  heard:modify(function(n) return n + 1 end)
  print("handler", e.id)
end)
local function imprecise() return bh.json.decode "123456789012345678901234567890" end

local c = bh.computed(function() imprecise() return b:get() + 1 end)
print(c:get())                                   -- expect: 1
a:set(2)
bh.sleep(0)                                      -- expect: handler	json.precision
print(heard:get())                               -- expect: 1

-- in an observer that has written what it depends on: its writes are its own
c:observe(function() end)
heard:set(0)
a:observe(function(v)
  b:set(v * 10)
  print("c", c:get(), "b", b:get(), "heard", heard:get())
end, { initial = false })
a:set(3)
-- expect: c	31	b	30	heard	0
-- expect: handler	json.precision
-- expect: handler	json.precision
print(b:get(), heard:get())                      -- expect: 30	2

-- what a transaction asked for is reported also if that is dropped; each handler counts on from the one before
local checked = bh.model("checked", { v = bh.field { default = 0, check = function() imprecise() return true end } })
print(pcall(bh.transaction, function()
  checked "v":set(1)
  checked "v":set(2)
  heard:set(10)
  error("dropped", 0)
end))
-- expect: handler	json.precision
-- expect: handler	json.precision
-- expect: handler	json.precision
-- expect: false	dropped
print(heard:get())                               -- expect: 5

-- in a converter of what settles
bh.link(a, bh.bindable(0), { to = function(v) imprecise() return v end })
-- expect: handler	json.precision
print(heard:get())                               -- expect: 6
