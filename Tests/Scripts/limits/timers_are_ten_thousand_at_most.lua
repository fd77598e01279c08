-- CONTRACT 69: one too many is refused where it is made; that callback alone ends, and the next one runs.
local bh = require "bindhost"
local cell = bh.bindable(1)
local many = bh.scope(function()
  for _ = 1, 9998 do bh.after("1h", print) end
end)
bh.after(0, function()
  cell:set(2)
  for _ = 1, 3 do bh.after("1h", print) end  -- expect error: host.quota
end)
-- expect stderr: timers_are_ten_thousand_at_most.lua:9
bh.sleep "1ms"
print(cell:get())                                    -- expect: 1
local few = bh.scope(function()
  while pcall(bh.after, "1h", print) do end
  local function refused(what, fn, ...)
    local ok, err = pcall(fn, ...)
    print(what, ok, err.id, err.message:match "10000 timers")
  end
  refused("after", bh.after, 0, print)               -- expect: after	false	host.quota	10000 timers
  refused("every", bh.job.every, "1s", print)        -- expect: every	false	host.quota	10000 timers
end)
local ok, err = pcall(bh.sleep, 0)
print(ok, err.id)                                    -- expect: false	host.quota
bh.go(function() print "begun" end)                  -- it has no timer
few:close()
bh.sleep(0)                                          -- expect: begun
print "room again"                                   -- expect: room again
many:close()
-- exit: 1
