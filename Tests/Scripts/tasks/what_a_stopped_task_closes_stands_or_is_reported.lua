-- Contract 22, 34 and J-7: the `<close>` variables of a task that is ended are its cleanups. What they write stands although the
-- transaction fails that ended it, all of it or nothing; what they raise is reported, whoever ended the task.
local bh = require "bindhost"
bh.on_error(function(e) print("handler", e.id, e.message) end)
local n = bh.bindable(0)
local function task(body)
  return bh.go(function()
    local guard <close> = setmetatable({}, { __close = body })
    bh.sleep "1h"
  end)
end
local function add() n:modify(function(v) return v + 100 end) end
local function fail() add() error("no", 0) end

-- in what is dropped
local by_hand, in_observer = task(add), task(add)
local scope = bh.scope(function() task(add) end)
bh.sleep(0)
print(pcall(bh.transaction, function()
  n:set(7)
  by_hand:stop()
  print("inside", n:get())
  error("dropped", 0)
end))
-- expect: inside	107
-- expect: false	dropped
print(n:get())                               -- expect: 100
pcall(bh.transaction, function() scope:close() error "dropped" end)
print(n:get())                               -- expect: 200
local turn = bh.bindable(0)
turn:observe(function()
  in_observer:stop()
  error("observer", 0)
end, { initial = false })
turn:set(1)                                  -- expect: handler	script.error	observer
print(n:get())                               -- expect: 300

-- what raises has written nothing
n:set(0)
local failing = { task(fail), task(fail), task(fail) }
local closing = bh.scope(function() task(fail) end)
bh.sleep(0)
failing[1]:stop()                            -- expect: handler	script.error	no
bh.transaction(function() failing[2]:stop() end)  -- expect: handler	script.error	no
pcall(bh.transaction, function() failing[3]:stop() error "dropped" end)  -- expect: handler	script.error	no
closing:close()                              -- expect: handler	script.error	no
local function wait_and_fail()
  local guard <close> = setmetatable({}, { __close = fail })
  bh.sleep "1h"
end
print(select(2, bh.timeout("1ms", wait_and_fail)).kind)
-- expect: handler	script.error	no
-- expect: timeout
print(bh.race { function() bh.sleep "1ms" return "first" end, wait_and_fail })
-- expect: handler	script.error	no
-- expect: first
print(n:get())                               -- expect: 0
