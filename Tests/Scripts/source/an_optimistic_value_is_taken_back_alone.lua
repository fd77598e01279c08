-- CONTRACT 56: W-1 to W-3 and W-7. Shown at once over the base; a failure takes away only its own; an answer is the base.
local bh = require "bindhost"
local base = { n = 1 }
local device = bh.source { optimistic = true, get = function() return 1 end, set = function(new)
  bh.sleep "2ms"
  if new == 500 then return nil, "no" end
  if new == 42 then return 43 end                         -- the other side knows better
  return true
end }
device:observe(function(v, old, cause) print(v, old, cause.kind) end)   -- expect: 1	nil	initial
-- nothing is sent and nothing shown by what is dropped
pcall(bh.transaction, function() device:set(9) print("inside", device:get()) error "no" end)   -- expect: inside	9
print(device:get(), device "$pending":get())              -- expect: 1	0
bh.transaction(function() device:set(500) end)            -- expect: 500	1	source
bh.transaction(function() device:modify(function(v) return v + 7 end) end)   -- expect: 507	500	source
while device "$pending":get() > 0 do bh.sleep "1ms" end   -- expect error: script.error
                                                          -- expect: 8	507	source
print(device:get(), device "$pending":get())              -- expect: 8	0
print(device:set(42))                                     -- expect: 42	8	source
                                                          -- expect: 43	42	source
                                                          -- expect: true
