-- CONTRACT 30, 69: what pcall, xpcall and coroutine.resume give then is an err table with id, place and what to do;
-- caught, the callback goes on, and raised again it is the same error.
local bh = require "bindhost"
local piece = ("x"):rep(1 << 10):rep(1 << 14)
-- Most of the room is taken: what fills the rest is filled soon.
local taken = {}
for i = 1, 13 do taken[i] = piece .. i end
bh.sleep(0)  -- a full time limit again
local function grow()
  local all = {}
  while true do all[#all + 1] = piece .. #all end
end
local function tell(ok, err)
  print(ok, tostring(err):match "^[^ ]*", tostring(err):match "%.lua:.*", #err.notes)
end
tell(pcall(grow))
-- expect: false	host.quota:	.lua:11: not enough memory: the limit of the script is 256 MiB	1
tell(xpcall(grow, function() return "a message handler does not hear of it" end))
-- expect: false	host.quota:	.lua:11: not enough memory: the limit of the script is 256 MiB	1
bh.sleep(0)  -- a full time limit again
tell(coroutine.resume(coroutine.create(grow)))
-- expect: false	host.quota:	.lua:11: not enough memory: the limit of the script is 256 MiB	1
tell(pcall(coroutine.wrap(grow)))
-- expect: false	host.quota:	.lua:11: not enough memory: the limit of the script is 256 MiB	1
tell(pcall(bh.transaction, grow))
-- expect: false	host.quota:	.lua:11: not enough memory: the limit of the script is 256 MiB	1
bh.sleep(0)
print(select("#", pcall(print)), select(2, pcall(error)), select(2, pcall(error, "plain", 0)))
-- expect:
-- expect: 1	nil	plain
print(xpcall(error, function(e) return e .. "!" end, "handled"))  -- expect: false	handled!
print(xpcall(function(...) return ... end, print, 1, nil, 3))      -- expect: true	1	nil	3
local a, written = bh.bindable(0), bh.bindable("nothing")
a:observe(function(v)
  if v == 0 then return end
  written:set("before")
  local ok, err = pcall(grow)
  written:set(err.id)
  if v == 2 then error(err) end
end)
a:set(1)
print(written:get())                                           -- expect: host.quota
written:set("as it was")
bh.sleep(0)
a:set(2)                                                       -- expect error: host.quota
print(written:get())                                           -- expect: as it was
