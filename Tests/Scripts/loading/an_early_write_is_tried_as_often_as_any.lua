-- Contract T-2, W-6: to wait for the first value is no attempt: a write from before it is tried as often as any other, each time
-- under the same id.
local bh = require "bindhost"
local wait_for = require "_wait_for"

local function try(name, durable, is_early)
  local attempts, ids, first = {}, {}, nil
  local function send(_, _, write)
    attempts[#attempts + 1] = write.attempt
    first = first or write.id
    ids[#ids + 1] = tostring(write.id == first)
    return nil, { kind = "network", message = "away" }
  end
  local x = bh.loadable(name, { durable = durable, send = durable and send or nil, load = function()
    bh.sleep "1ms"
    return 0
  end })
  if not is_early then x:await() end
  local failed = false
  bh.on_error(function() failed = true end)
  x:write { apply = function(n) return n + 1 end, send = not durable and send or nil,
    retry = { max = 2, base = "1ms", cap = "1ms" } }
  wait_for(function() return failed end)
  print(name, table.concat(attempts, " "), table.concat(ids, " "))
end

try("late", false, false)                 -- expect: late	1 2 3	true true true
try("early", false, true)                 -- expect: early	1 2 3	true true true
try("durable late", true, false)          -- expect: durable late	1 2 3	true true true
try("durable early", true, true)          -- expect: durable early	1 2 3	true true true
