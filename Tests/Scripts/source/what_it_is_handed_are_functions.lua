-- LUA_API: what a source or stream is handed to tell of news is a function like any other, and goes wherever one is taken.
local bh = require "bindhost"
local ticks, value = bh.bindable(0), 0
local function turns() for _ = 1, 10 do bh.sleep(0) end end
local source = bh.source {
  get = function() return value end,
  notify = function(changed)
    print(type(changed))                                   -- expect: function
    local handle = ticks:observe(changed, { initial = false })
    return function() handle:stop() end
  end,
}
local seen = source:observe(function(v) print("source", v) end)       -- expect: source	0
value = 1
ticks:set(1)
turns()
-- expect: source	1
local stream = bh.stream(function(emit)
  print(type(emit))                                        -- expect: function
  local handle = ticks:observe(emit)
  return function() handle:stop() end
end)
local latest = bh.loadable { source = stream }
local streamed = latest "value":observe(function(v) print("stream", v) end, { initial = false })
turns()
-- expect: stream	1
value = 2
ticks:set(2)
turns()
-- expect: source	2
-- expect: stream	2
seen:stop()
streamed:stop()
