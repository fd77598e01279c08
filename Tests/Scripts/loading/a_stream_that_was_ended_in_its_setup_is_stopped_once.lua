-- Contract L-23, 34: where a stream's scope is closed in its setup, or the setup tells of a failure, what it then returns to stop it runs once.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.message) end)
local open, panel = 0, nil
local function begin(setup)
  panel = bh.scope("panel", function()
    local feed = bh.loadable { retry = 0, source = bh.stream(setup) }
    feed "value":observe(function() end, { initial = false })
  end)
  for _ = 1, 20 do bh.sleep(0) end
  print("open", open)
end
local function stop() open = open - 1 print "stop" end

begin(function()
  open = open + 1
  panel:close()
  return stop
end)
-- expect: stop
-- expect: open	0

begin(function(emit)
  open = open + 1
  emit(1)
  bh.sleep(0)
  panel:close()
  return stop
end)
-- expect: stop
-- expect: open	0

begin(function(emit)
  open = open + 1
  emit(nil, "broken")
  return stop
end)
-- expect: stop
-- expect: open	0
panel:close()

begin(function()
  panel:close()
  return function() error("in stop", 0) end
end)
-- expect: told	in stop
-- expect: open	0

-- What is ended while it runs is stopped once, after what its setup wanted to be cleaned up.
begin(function()
  open = open + 1
  bh.on_close(function() print "close" end)
  return stop
end)
-- expect: open	1
panel:close()
-- expect: close
-- expect: stop
