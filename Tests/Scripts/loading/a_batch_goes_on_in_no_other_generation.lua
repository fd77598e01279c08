-- Contract R-1, L-21: what a stream has given in one turn may be shown in parts. Whoever is told of the first may ask for
-- the stream anew: then the rest is of the old one, and changes nothing.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local function run(name, mode, shown, anew)
  local gives, told = {}, {}
  local s = bh.loadable(name, { mode = mode, timeout = "300ms", retry = 0,
    transform = function(v)
      if v == 0 then error "bad" end
      return v
    end,
    source = bh.stream(function(give)
      gives[#gives + 1] = give
      return function() told[#told + 1] = "stopped" end
    end) })
  s:on_failed(function(err) told[#told + 1] = err.kind end)
  local once
  local handle = s "value":observe(function(value)
    if value == nil then return end
    told[#told + 1] = type(value) == "table" and table.concat(value, "+") or tostring(value)
    if not once then
      once = true
      anew(s)
    end
  end)
  wait_for(function() return gives[1] end)
  gives[1](1) gives[1](0) gives[1](3)
  for _ = 1, 20 do bh.sleep(0) end
  print(name, #gives, table.concat(told, " "), s "face":get(), s "error":get())
  -- The new one has a limit of time of its own, and says what counts.
  if shown then
    gives[2](7)
    wait_for(function() return s "face":get() == "loaded" end)
  else
    wait_for(function() return not gives[2] or s "face":get() == "degraded" end)
  end
  handle:stop()
  bh.sleep "2ms"
  print(name, #gives, table.concat(told, " "))
end
run("replace", "replace", false, function(s) s:refresh() end)
-- expect: replace	2	1 stopped	reloading	nil
-- expect: replace	2	1 stopped stopped timeout
run("append", "append", true, function(s) s:refresh() end)
-- expect: append	2	1 stopped	reloading	nil
-- expect: append	2	1 stopped 1+7
run("reset", "reset", true, function(s) s:invalidate() end)
-- expect: reset	2	1 stopped	reloading	nil
-- expect: reset	2	1 stopped 7
run("cancelled", "append", false, function(s) s:cancel() end)
-- expect: cancelled	1	1 stopped	loaded	nil
-- expect: cancelled	1	1 stopped

-- Also where the rest is its end.
local n, told = 0, {}
local s
s = bh.loadable("ended", { retry = 0, source = bh.stream(function(give)
  n = n + 1
  give(n)
  if n == 1 then give(nil, { kind = "file", message = "gone" }) end
  return function() end
end) })
s:on_failed(function(err) told[#told + 1] = err.message end)
local handle = s "value":observe(function(value) if value == 1 then s:refresh() end end)
wait_for(function() return s "value":get() == 2 end)
print(n, s "face":get(), #told)                  -- expect: 2	loaded	0
handle:stop()
