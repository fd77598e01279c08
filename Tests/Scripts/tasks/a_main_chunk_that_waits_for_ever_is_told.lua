-- Contract 30: a main chunk that waits where nothing is left that could end that gets an error there; it ends no run silently.
local bh = require "bindhost"
local s
s = bh.source { name = "s", get = function() return 0 end,
  set = function() return bh.race { function() return s:set(2) end } end }
print(select(2, pcall(s.set, s, 1)))
-- expect: script.stuck: a_main_chunk_that_waits_for_ever_is_told.lua:6: main chunk waits in source:set of s for something that never comes
-- What catches that goes on, and so does all else.
bh.go(function() print "a task" end)
bh.sleep "1ms"
-- expect: a task
local left <close> = setmetatable({}, { __close = function() print "closed" end })
bh.on_exit(function() print "exit" end)
s:set(3)
print "never"
-- expect: closed
-- expect: exit
-- expect error: script.stuck
-- expect stderr: set of s waits in bh.race
-- exit: 1
