-- A source made inside a task starts the task of its getter there and then: both wait, however many wait already.
local bh = require "bindhost"
local done, slept = 0, 0
for i = 1, 60 do
  bh.go(function()
    local source = bh.source { get = function()
      bh.sleep "20ms"
      return i
    end }
    bh.sleep "30ms"
    if source:get() == i then done = done + 1 end
  end)
  if i == 3 or i == 10 then bh.go(function() bh.sleep "30ms" slept = slept + 1 end) end
end
bh.sleep "200ms"
print(done, slept)  -- expect: 60	2
