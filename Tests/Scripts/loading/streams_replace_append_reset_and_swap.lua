-- Contract L-21 to L-23: a stream is one generation; its first item ends the loading, its stop runs once.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local round = 0
local function stream()
  return bh.stream(function(emit)
    round = round + 1
    local base = round * 10
    emit(base + 1)
    bh.sleep("1ms")
    emit(base + 2)
    emit(base + 3)
  end)
end
-- Until it has come to these values, before and after it is asked anew.
local function run(mode, first, second)
  round = 0
  local x = bh.loadable(mode, { source = stream(), mode = mode })
  local seen = {}
  local function note(v) seen[#seen + 1] = type(v) == "table" and "{" .. table.concat(v, " ") .. "}" or tostring(v) end
  local handle = x "value":observe(note)
  wait_for(function() return seen[#seen] == first end)
  x:refresh()
  wait_for(function() return seen[#seen] == second end)
  print(mode, table.concat(seen, " "), x "face":get())
  handle:stop()
end
run("replace", "13", "23")   -- expect: replace	11 13 21 23	loaded
run("append", "{11 12 13}", "{11 12 13 21 22 23}")   -- expect: append	{11} {11 12 13} {11 12 13 21} {11 12 13 21 22 23}	loaded
run("reset", "{11 12 13}", "{21 22 23}")     -- expect: reset	{11} {11 12 13} {21} {21 22 23}	loaded
run("swap", "{11 12 13}", "{21 22 23}")      -- expect: swap	{11} {11 12 13} {21 22 23}	loaded
local stops = 0
local open = bh.loadable("open", { source = bh.stream(function(emit)
  emit "on"
  return function() stops = stops + 1 end
end) })
local handle = open "face":observe(function(f) print(f) end)   -- expect: loading
wait_for(function() return open "face":get() == "loaded" end)  -- expect: loaded
print(open "value":get(), stops)                               -- expect: on	0
handle:stop()
wait_for(function() return stops == 1 and open "stale":get() end)
print(stops, open "stale":get(), open "value":get())           -- expect: 1	true	on
local empty = bh.loadable("empty", { source = bh.stream(function() end), retry = 0 })
print(empty:await())
-- expect: nil	load.empty: streams_replace_append_reset_and_swap.lua:44: empty has ended without a value
local cell = bh.bindable(1)
local follows = bh.loadable("follows", { source = cell, transform = function(v) return v * 2 end })
local f = follows "value":observe(function(v) print("follows", v) end)
wait_for(function() return follows "value":get() == 2 end)    -- expect: follows	2
cell:set(5)
wait_for(function() return follows "value":get() == 10 end)   -- expect: follows	10
f:stop()
local failed = bh.loadable("fails", { retry = 0, source = bh.stream(function(emit) emit(1) bh.sleep("1ms") error "torn" end) })
failed "face":observe(function(face) print("fails", face) end)  -- expect: fails	loading
wait_for(function() return failed "face":get() == "degraded" end)  -- expect: fails	loaded
                          -- expect: fails	degraded
print(failed "value":get(), failed "error":get().message:match "torn")  -- expect: 1	torn
