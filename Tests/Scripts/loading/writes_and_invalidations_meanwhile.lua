-- Contract R-3, R-5: an answer from before a write is dropped and asked for once more; invalidations meanwhile give one more.
local bh = require "bindhost"
local calls = 0
local x = bh.loadable("x", { load = function()
  calls = calls + 1
  local answer = "answer " .. calls
  bh.sleep("4ms")
  return answer
end })
local function settled(count)
  while calls < count or x "face":get() ~= "loaded" do bh.sleep "1ms" end
end
x "value":observe(function(v) print(v) end)
settled(1)                                      -- expect: answer 1
x:refresh()
bh.sleep(0)
x:set "by hand"                                 -- expect: by hand
print(x "face":get())                           -- expect: reloading
settled(3)                                      -- expect: answer 3
print(calls, x "face":get(), x "stale":get())   -- expect: 3	loaded	false
x:refresh()
bh.sleep(0)
for _ = 1, 5 do x:invalidate() end
settled(5)
-- expect: answer 4
-- expect: answer 5
print(calls, x "stale":get())                   -- expect: 5	false
