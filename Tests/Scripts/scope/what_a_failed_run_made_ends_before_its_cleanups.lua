-- Contract 22, 34: where a run raises, what it has made ends first, newest first, then come its cleanups; what one of them wants to be cleaned up goes
-- with the rest.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.message) end)
local count = 0
local function again()
  count = count + 1
  bh.on_close(again)
end
local function fail()
  local isOpen = true
  bh.on_close(again)
  bh.on_close(function() isOpen = false print "close" end)
  bh.scope("worker", function() bh.on_close(function() print("flush", isOpen) end) end)
  error("bad", 0)
end
local loaded = bh.loadable { retry = 0, load = fail }
print(select(2, loaded:await()).message, count)
-- expect: flush	true
-- expect: close
-- expect: bad	1
local each = bh.each(bh.bindable { 1 }, { insert = fail })
-- expect: flush	true
-- expect: close
-- expect: told	bad
each:stop()
print(count) -- expect: 2
