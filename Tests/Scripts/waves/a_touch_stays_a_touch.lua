-- CONTRACT 18 and 20: a touch is told as one, also with an equal write in the same transaction; a wave in which a link
-- rewrites an end takes no delivery away.
local bh = require "bindhost"
local a = bh.bindable(1)
a:observe(function(new, old, cause) print(new, old, cause.kind) end, { initial = false })
bh.transaction(function()
  a:touch()
  a:set(1)
end)
-- expect: 1	1	touch
local m, t = bh.bindable(0), bh.bindable(0)
bh.link(m, t, { from = function(v) return math.min(v, 10) end })
bh.transaction(function()
  a:touch()
  a:set(1)
  t:set(70)
end)
-- expect: 1	1	touch
local always = bh.bindable(1, { equals = function() return false end })
always:observe(function(v) print("always", v) end, { initial = false })
bh.transaction(function()
  always:set(1)
  t:set(50)
end)
-- expect: always	1
-- who was paused hears of a touch, and of nothing that came back
local b = bh.bindable(0)
local handle = b:observe(function(v, old, cause) print("b", v, cause.kind) end, { initial = false })
handle:pause()
b:set(9)
b:set(0)
handle:resume()
handle:pause()
b:touch()
handle:resume()
-- expect: b	0	touch
