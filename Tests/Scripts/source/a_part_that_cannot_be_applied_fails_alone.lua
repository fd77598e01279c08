-- Contract 21, 27, 57: of what one transaction or observer writes to a source, what cannot be applied raises where it is written
-- in the transaction; in an observer, where functions are applied later, it is told, and the rest is sent.
local bh = require "bindhost"
local wait_for = require "_wait_for"
bh.on_error(function(err) print("told", err.id, err.message) end)
for _, optimistic in ipairs { false, true } do
  local outside, sent = { n = 1, k = 1, list = {} }, 0
  local s = bh.source { name = "s", optimistic = optimistic, get = function() return outside end,
    set = function(new) sent = sent + 1 bh.sleep "1ms" outside = new return true end }
  local function settled() wait_for(function() return s "$pending":get() == 0 end) end
  local function tell(ok, err) print(ok, err and err.id or err) end
  local m = bh.bindable(1)
  tell(pcall(bh.transaction, function() m:set(9) s "k":set(2) s "n":push(1) end))
  print(m:get(), s "k":get(), s "$pending":get(), sent)
  -- Whoever catches it has the rest.
  bh.transaction(function() s "k":set(3) tell(pcall(function() s "n":push(1) end)) end)
  settled()
  print(s "k":get(), sent)
  -- What is written there before it counts.
  bh.transaction(function() s "n":set { 1 } s "n":push(2) s "n":set(1) end)
  settled()
  local go = bh.bindable(0)
  local observer = go:observe(function(v) if v > 0 then s "k":set(4) s "n":modify(function(n) return #n end) s "list":push(5) end end)
  go:set(1)
  settled()
  print(s "k":get(), #s "list":get(), sent, s "$error":get() ~= nil)
  observer:stop()
  -- A transaction in an observer raises too.
  observer = go:observe(function(v)
    if v == 2 then tell(pcall(bh.transaction, function() s "k":set(5) s "n":push(1) end)) end
  end, { initial = false })
  go:set(2)
  settled()
  print(s "k":get(), sent)
  observer:stop()
  -- Who waits in a task is told, and takes nothing along that was written before.
  local answer
  bh.go(function()
    bh.transaction(function() s "k":set(6) end)
    answer = { s "n":push(1) }
  end)
  wait_for(function() return answer end)
  settled()
  print(answer[1], answer[2].id, s "k":get())
end
-- expect: false	bind.type
-- expect: 1	1	0	0
-- expect: false	bind.type
-- expect: 3	1
-- expect: told	script.error	attempt to get length of a number value (local 'n')
-- expect: 4	1	3	true
-- expect: false	bind.type
-- expect: 4	3
-- expect: nil	bind.type	6
-- expect: false	bind.type
-- expect: 1	1	0	0
-- expect: false	bind.type
-- expect: 3	1
-- expect: told	script.error	attempt to get length of a number value (local 'n')
-- expect: 4	1	3	true
-- expect: false	bind.type
-- expect: 4	3
-- expect: nil	bind.type	6
