-- Contract 69: only the running callback ends, its writes are dropped, its line is named.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(1)
a:observe(function(v)
  if v ~= 2 then return end
  b:set(99)
  while true do pcall(function() end) end
end)
a:set(2)
print("b", b:get())  -- expect: b	1
a:set(3)
print("goes on")  -- expect: goes on
-- expect error: host.quota
-- expect stderr: an_endless_loop_is_stopped_and_rolled_back.lua:7
-- exit: 1
