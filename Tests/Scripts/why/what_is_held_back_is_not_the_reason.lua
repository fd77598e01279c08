-- Contract 70: while a debounce holds a write back, what it shows follows from an earlier one; inside a transaction a
-- computed value follows from what that has written.
local bh = require "bindhost"
local function say(ref) print((tostring(bh.why(ref)):gsub("[^ (]*what_is_held_back_is_not_the_reason.lua", "here"))) end
local m = bh.model("m", { a = 0 })
local slow = m "a":debounce("1ms")
slow:observe(function() end)
m "a":set(1)
while slow:get() ~= 1 do bh.sleep("1ms") end
m "a":set(2)
say(slow)
-- expect: m.a:debounce = 1
-- expect:   = write  →  m.a  here:8
-- expect:   = caused by  main chunk
while slow:get() ~= 2 do bh.sleep("1ms") end
say(slow)
-- expect: m.a:debounce = 2
-- expect:   = follows from  m.a
-- expect:   = write  →  m.a  here:10
-- expect:   = caused by  main chunk
local double = bh.computed(function() return m "a":get() * 2 end)
bh.transaction(function()
  m "a":set(3)
  local why = double:why()
  print(why.value, why.line, why.inputs[1])     -- expect: 6	23	m.a
end)
