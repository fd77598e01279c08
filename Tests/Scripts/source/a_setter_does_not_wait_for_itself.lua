-- Contract 12, 57: a setter that writes its own source would wait for itself: that is refused, and named.
local bh = require "bindhost"
local server = 0
local s
s = bh.source {
  name = "s", get = function() return server end,
  set = function(v)
    if v == 2 then
      local ok, err = pcall(function() return s:set(3) end)
      print(ok, err.id, err.message)
      bh.go(function() s:set(4) end)
    end
    server = v
    return true
  end,
}
bh.go(function() print(s:set(2)) end)
repeat bh.sleep "1ms" until server == 4
-- expect: false	bind.cycle	s is written by its own setter, which would wait for itself
-- expect: true
-- Nor do the other functions that a write waits for, by their names.
local asked
asked = bh.source {
  name = "asked", get = function() return 0 end, set = function() return true end,
  confirm = function(v)
    if v == 2 then print(select(2, pcall(asked.set, asked, 3)).message) end
    return true
  end,
}
print(asked:set(2))
-- expect: asked is written by its own 'confirm', which would wait for itself
-- expect: true
