-- Contract R-5: what is invalidated while a stream has given nothing yet is asked for once more, however often that was; what
-- comes first is old. So is what fails first, or ends.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local function run(name, first)
  local starts, told = 0, {}
  local s = bh.loadable(name, { retry = 0, initial = 0, source = bh.stream(function(give)
    starts = starts + 1
    bh.sleep "2ms"
    if starts == 1 then return first(give) end
    give(starts)
    return function() end
  end) })
  local handle
  handle = s "value":observe(function(value) told[#told + 1] = value .. (s "stale":get() and " old" or "") end)
  wait_for(function() return starts == 1 end)
  for _ = 1, 3 do s:invalidate() end
  wait_for(function() return s "value":get() == 2 end)
  bh.sleep "5ms"
  print(name, starts, table.concat(told, ", "), s "face":get(), s "stale":get())
  handle:stop()
end
run("gives", function(give)
  give(1)
  return function() end
end)                                             -- expect: gives	2	0 old, 1 old, 2	loaded	false
run("ends", function() end)                      -- expect: ends	2	0 old, 2	loaded	false
run("fails", function() return nil, "down" end)  -- expect: fails	2	0 old, 2	loaded	false

-- Nobody looks: it is old.
local give
local s = bh.loadable("held", { fresh = "1h", keep_running = true, source = bh.stream(function(emit)
  give = emit
  return function() end
end) })
s:load()
wait_for(function() return give end)
s:invalidate()
give(1)
wait_for(function() return s "value":get() == 1 end)
print(s "face":get(), s "stale":get())           -- expect: loaded	true
s:cancel()
