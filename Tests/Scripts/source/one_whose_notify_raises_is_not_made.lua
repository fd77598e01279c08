-- Contract 32, 60: a source that could not be made leaves nothing behind.
local bh = require "bindhost"
local asked = 0
print(pcall(bh.source, { name = "half", poll = "turn", get = function() asked = asked + 1 return asked end,
  notify = function() error("no bus", 0) end }))   -- expect: false	no bus
local count = asked
for _ = 1, 3 do bh.sleep "1ms" end
print(asked - count)                               -- expect: 0
