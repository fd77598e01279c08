-- CONTRACT 57, W-5: where the error does not say what the other side has, it is asked before and after somebody decides.
local bh = require "bindhost"
local v = 0
local serial = bh.source { name = "serial", get = function() return v end,
  set = function() return nil, { kind = "conflict", message = "stale" } end,
  resolve = function()
    bh.sleep "2ms"
    v = 5
    return "theirs"
  end }
serial:set(1)                                             -- expect warning: source.conflict
bh.sleep "20ms"
print(serial:get())                                       -- expect: 5

local w = 0
local parallel = bh.source { name = "parallel", order = "parallel", get = function() return w end,
  set = function(new)
    if new ~= 1 then return nil, { kind = "conflict", message = "stale" } end
    bh.sleep "3ms"
    w = 1
    return true
  end,
  resolve = function() bh.sleep "10ms" return "theirs" end }
bh.all { function() return parallel:set(1) end, function() return parallel:set(2) end }   -- expect warning: source.conflict
bh.sleep "30ms"
print(parallel:get(), w)                                  -- expect: 1	1
