local bh = require "bindhost"
local count = bh.bindable(1)
local label = bh.ui.label { text = count:map(function(n) return n .. " follower" .. (n == 1 and "" or "s") end) }
print(label("text"):get())  -- expect: 1 follower
count:set(2)
print(label("text"):get())  -- expect: 2 followers
local other = bh.ui.label "plain"
bh.bind(count, other "text", function(n) return ("%03d"):format(n) end)
print(other("text"):get())  -- expect: 002
