-- CONTRACT 56: `$error` says why the last read or write failed until the next one succeeds. What is asked because of the failed
-- write itself is no such read.
local bh = require "bindhost"
local outside, refuses = 0, true
local function set(n)
  bh.sleep "5ms"
  if refuses then return nil, "no " .. n end
  outside = n
  return true
end
local src = bh.source { name = "src", order = "latest", get = function() return outside end, set = set }
local function message() return (src "$error":get() or {}).message end
bh.all { function() src:set(1) end, function() bh.sleep "1ms" src:set(2) end }
bh.sleep "5ms"
print(message(), src "$pending":get())   -- expect: no 2	0
src:refresh()
bh.sleep "5ms"
print(message())                         -- expect: nil
src:set(3)
refuses = false
print(message(), src:set(4), message())  -- expect: no 3	true	nil
-- a conflict whose error does not say what the other side has: it is asked, and the reason stands
local torn = bh.source { name = "torn", get = function() return outside end,
  set = function() return nil, { kind = "conflict" } end }
outside = 50
torn:set(1)
while torn:get() ~= 50 do bh.sleep "1ms" end
print(torn "$error":get().id)            -- expect: source.conflict
torn:refresh()
bh.sleep "5ms"
print(torn "$error":get())               -- expect: nil
