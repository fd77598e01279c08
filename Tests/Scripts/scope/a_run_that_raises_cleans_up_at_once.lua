-- Contract 32, 34: the scope of a run ends with the run's error: of an item of a list, of a view's content, of a load, of a job's run. What it wanted to
-- be cleaned up is cleaned up once, newest first, and what is written meanwhile is dropped with the rest.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.message) end)
local cell = bh.bindable(0)
local function fail(name)
  bh.on_close(function() print("closed", name) cell:set(9) end)
  bh.on_close(function() print("closed first", name) end)
  cell:set(1)
  error(name, 0)
end

local items = bh.bindable({ 1, 2 })
local each = bh.each(items, {
  insert = function(item)
    if item:get() == 2 then fail "item" end
    bh.on_close(function() print("closed good item") end)
  end,
})
-- expect: closed first	item
-- expect: closed	item
-- expect: told	item
each:stop() -- expect: closed good item

local shown = bh.bindable(true)
local _ = bh.ui.when(shown, function() fail "when" end)
-- expect: closed first	when
-- expect: closed	when
-- expect: told	when

local load = bh.loadable { retry = 0, load = function() fail "load" end }
print(select(2, load:await()).message)
-- expect: closed first	load
-- expect: closed	load
-- expect: load

local job = bh.job.every("1h", {
  retry = 0,
  run = function()
    bh.on_close(function() print("closed what was made before") end)
    bh.sleep(0)
    fail "job"
  end,
})
for _ = 1, 20 do bh.sleep(0) end
-- expect: closed first	job
-- expect: closed	job
-- expect: closed what was made before
-- expect: told	job
job:stop()
print(cell:get()) -- expect: 0
-- What belongs to a scope that goes on is dropped with what failed.
bh.go(function() fail "task" end)
bh.sleep(0) -- expect: told	task
print(pcall(bh.transaction, function() fail "transaction" end)) -- expect: false	transaction
