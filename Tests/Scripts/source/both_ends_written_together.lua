-- Contract 37, 42, 59: of both ends of a link, written in one transaction, the source end wins also if it answers later, and
-- what both ask for is sent once.
local bh = require "bindhost"
local wait_for = require "_wait_for"
for _, optimistic in ipairs { true, false } do
  local server, sent = 1, {}
  local s = bh.source {
    optimistic = optimistic, get = function() return server end,
    set = function(v) sent[#sent + 1] = v bh.sleep "1ms" server = v return true end,
  }
  local x = bh.bindable(0)
  bh.link(s, x)
  local y = bh.bindable(0)
  bh.link(s, y)
  local function both(a, b)
    sent = {}
    bh.transaction(function() x:set(a) s:set(b) end)
    wait_for(function() return s "$pending":get() == 0 end)
    print(s:get(), x:get(), y:get(), table.concat(sent, " "))
  end
  both(8, 9)
  both(5, 5)
end
-- expect: 9	9	9	9
-- expect: 5	5	5	5
-- expect: 9	9	9	9
-- expect: 5	5	5	5

-- The write fails: both follow what stands.
local t = bh.source { get = function() return 1 end, set = function() bh.sleep "1ms" return nil, "no" end }
bh.on_error(function(err) print(err.message) end)
local x = bh.bindable(0)
bh.link(t, x)
bh.transaction(function() x:set(8) t:set(9) end)
print(t:get(), x:get())                           -- expect: 1	8
wait_for(function() return t "$pending":get() == 0 end)           -- expect: no
print(t:get(), x:get())                           -- expect: 1	1
