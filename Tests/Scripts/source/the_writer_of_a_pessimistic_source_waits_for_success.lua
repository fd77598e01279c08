-- CONTRACT 59: without `optimistic` the value changes only when the other side has said yes; who asks sees it pending.
local bh = require "bindhost"
local outside = 1
local device = bh.source { get = function() return outside end, set = function(new, old)
  bh.sleep "5ms"
  if new > 100 then return nil, "too big" end
  outside = new
  return true
end }
local function settled() while device "$pending":get() > 0 do bh.sleep "1ms" end end
device:observe(function(v, old, cause) print("device", v, old, cause.kind) end)   -- expect: device	1	nil	initial
local field = bh.bindable("")
bh.link(device, field, { to = tostring, from = math.tointeger })
field:observe(function(v) print("field", v, device "$pending":get()) end)          -- expect: field	1	0
field:set("5")                                            -- expect: field	5	1
print(device:get(), device "$pending":get())              -- expect: 1	1
settled()                                                 -- expect: device	5	1	source
print(field:get(), device "$pending":get())               -- expect: 5	0
-- a failure leaves it, and the field is rewritten once
field:set("500")                                          -- expect: field	500	1
settled()                                                 -- expect error: script.error
                                                          -- expect: field	5	0
print(device:get(), device "$error":get().message, outside)  -- expect: 5	too big	5
-- a task waits for the answer
print(device:set(7), device:get())                        -- expect: device	7	5	source
                                                          -- expect: field	7	0
                                                          -- expect: true	7
