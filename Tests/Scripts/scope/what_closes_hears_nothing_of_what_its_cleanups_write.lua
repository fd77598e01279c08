-- Contract 33, 34: while a scope closes, what has not ended in it yet is not called any more for what a cleanup writes; others are.
local bh = require "bindhost"
local x = bh.bindable(0)
x:observe(function(value) print("outside", value) end, { initial = false })
local panel
panel = bh.scope("panel", function()
  bh.effect(function()
    local value = x:get()
    print("effect", value)
    x:observe(function() print "wrong: inside an effect" end, { initial = false })
    return function() print("cleaned up", value) end
  end)
  -- expect: effect	0
  x:observe(function() print "wrong: observer" end, { initial = false })
  bh.bind(x, function() print "wrong: binding of a function" end, { initial = false })
  bh.each(x:map(function(value) return { value } end), { remove = function() print "wrong: each" end })
  bh.scope("inner", function()
    x:observe(function() print "wrong: older scope" end, { initial = false })
    bh.scope("innermost", function() bh.on_close(function() print "innermost" x:set(1) end) end)
  end)
  bh.effect(function()
    return function() print "newest" x:set(3) end
  end)
end)
panel:close()
-- expect: newest
-- expect: outside	3
-- expect: innermost
-- expect: outside	1
-- expect: cleaned up	0

panel = bh.scope("panel", function()
  x:observe(function() print "wrong: observer" end, { initial = false })
  bh.go(function()
    local _ <close> = setmetatable({}, { __close = function() print "task" x:set(2) end })
    bh.sleep "1h"
  end)
end)
bh.sleep(0)
panel:close()
-- expect: task
-- expect: outside	2
x:set(4) -- expect: outside	4

-- A binding goes on to its end: who looks at its target is told.
local shown = bh.bindable(0)
shown:observe(function(value) print("shown", value) end, { initial = false })
panel = bh.scope("panel", function()
  bh.bind(x, shown)
  -- expect: shown	4
  bh.on_close(function() print "panel closed" end)
  bh.scope("inner", function() bh.on_close(function() x:set(5) end) end)
end)
panel:close()
-- expect: outside	5
-- expect: shown	5
-- expect: panel closed

-- What a cleanup resumes is not called either; nor is anybody for what ends the listening of a source.
panel = bh.scope("panel", function()
  local paused = x:observe(function(value) print("wrong: resumed", value) end, { initial = false })
  paused:pause()
  bh.scope("inner", function() bh.on_close(function()
    paused:resume()
    x:set(6)
  end) end)
end)
panel:close()
-- expect: outside	6
panel = bh.scope("panel", function()
  x:observe(function(value) print("wrong: heard", value) end, { initial = false })
  bh.source { get = function() return 1 end, notify = function() return function() x:set(7) end end }
end)
panel:close()
-- expect: outside	7
