-- CONTRACT 57, W-2: a function write through a lens is made anew over the base, without the write that has failed.
local bh = require "bindhost"
local src = bh.source { optimistic = true, get = function() return 10 end, set = function(new)
  bh.sleep "2ms"
  if new == 11 then return nil, "no" end
  return true
end }
local doubled = src:through { to = function(n) return n * 2 end, from = function(n) return n // 2 end }
bh.transaction(function() doubled:modify(function(n) return n + 2 end) end)
bh.transaction(function() doubled:modify(function(n) return n + 10 end) end)
print(src:get(), doubled:get())                           -- expect: 16	32
while src "$pending":get() > 0 do bh.sleep "1ms" end      -- expect error: script.error
print(src:get(), doubled:get())                           -- expect: 15	30
