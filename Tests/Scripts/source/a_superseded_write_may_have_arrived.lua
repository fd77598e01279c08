-- Contract 57: with `latest` nobody hears of a superseded write that was on its way; if the newest one fails, the outside is
-- asked what stands.
local bh = require "bindhost"
local server, asked = 0, 0
local s = bh.source {
  order = "latest", get = function() asked = asked + 1 return server end,
  set = function(v)
    if v == 2 then bh.sleep "1ms" return nil, "refused" end
    server = v
    if v == 1 then bh.sleep "1h" end
    return true
  end,
}
-- Who waits is told in a turn after the one in which nothing is pending any more.
local function settle() repeat bh.sleep "1ms" until s "$pending":get() == 0 bh.sleep "1ms" end
asked = 0
bh.go(function() s:set(1) end)
bh.sleep "1ms"
bh.go(function() print(s:set(2)) end)
settle()                                          -- expect: nil	script.error: a_superseded_write_may_have_arrived.lua:19: refused
print(server, s:get(), asked)                     -- expect: 1	1	1

-- Not if the newest has arrived: that is what stands.
bh.go(function() s:set(1) end)
bh.sleep "1ms"
bh.go(function() s:set(3) end)
settle()
print(server, s:get(), asked)                     -- expect: 3	3	1
