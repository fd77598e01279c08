-- Contract 44, 48: of two ends that both answer later the one that has asked last wins, and a pair that never agrees is
-- named, not written without end.
local bh = require "bindhost"
local function device(value, delay, answer)
  local sent = 0
  return bh.source { name = "device " .. delay, get = function() return value end, set = function(new)
    sent = sent + 1
    bh.sleep(delay)
    return answer and answer(new) or true
  end }, function() return sent end
end
local function settled(a, b)
  local quiet = 0
  while quiet < 3 do
    bh.sleep "1ms"
    quiet = a "$pending":get() + b "$pending":get() == 0 and quiet + 1 or 0
  end
end
local a, sentA = device(1, "2ms")
local b, sentB = device(1, "3ms")
local link = bh.link(a, b)
settled(a, b)
bh.transaction(function() a:set(20) b:set(10) end)
settled(a, b)
print(a:get() == b:get(), sentA() + sentB() <= 4, link "status":get())   -- expect: true	true	ok

local c, sentC = device(1, "1ms", function(new) return new + 1 end)
local d, sentD = device(1, "2ms", function(new) return new + 1 end)
local pair = bh.link(c, d)       -- expect warning: bind.unstable
settled(c, d)
c:set(5)
settled(c, d)
print(pair "status":get(), pair "error":get().id, sentC() + sentD() < 12)   -- expect: failed	bind.unstable	true
-- expect warning: bind.unstable
-- Editing on goes on.
local e = device(1, "1ms")
local field = bh.bindable(0)
local calm = bh.link(e, field)
for i = 1, 30 do field:set(i) end
settled(e, e)
print(e:get(), field:get(), calm "status":get())   -- expect: 30	30	ok
