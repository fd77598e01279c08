-- Contract 32, 34: a run that has ended well, and has written what is refused when it is applied, has failed after all: what it wanted to be cleaned up
-- is cleaned up once, at once.
local bh = require "bindhost"
local ui = bh.ui
bh.on_error(function(err) print("told", err.id) end)
local cell, go = bh.bindable(0), bh.bindable(0)
local function refused() error("late", 0) end

local effect = bh.effect(function()
  local n = go:get()
  bh.on_close(function() print("closed", n) if n == 1 then cell:set(9) end end)
  if n == 1 then cell:modify(refused) end
  return function() print("cleanup", n) end
end)
go:set(1)
-- expect: cleanup	0
-- expect: closed	0
-- expect: cleanup	1
-- expect: closed	1
-- expect: told	script.error
print(cell:get()) -- expect: 0
go:set(2)
effect:stop()
-- expect: cleanup	2
-- expect: closed	2

-- What is refused needs no function: the element of a list that another observer removes.
local model = bh.model("model", { list = { { id = 1, seen = 0 } } })
local seen, tick, open = model "list":by("id", 1) "seen", bh.bindable(0), 0
tick:observe(function(n) if n == 1 then model "list":set {} end end, { initial = false })
local watcher = bh.effect(function()
  local n = tick:get()
  open = open + 1
  bh.scope("worker", function() bh.on_close(function() print("worker ends", n) end) end)
  if n == 1 then seen:set(n) end
  return function() open = open - 1 end
end)
tick:set(1)
-- expect: worker ends	0
-- expect: worker ends	1
-- expect: told	bind.detached
print("open", open) -- expect: open	0
tick:set(2)
watcher:stop() -- expect: worker ends	2
print("open", open) -- expect: open	0

local function body()
  open = open + 1
  bh.on_close(function() open = open - 1 cell:set(9) end)
  cell:modify(refused)
  return ui.label "never shown"
end
local items = bh.bindable {}
local each = bh.each(items, { insert = body })
items:push "x" -- expect: told	script.error
print("item", open) -- expect: item	0
items:set {}
each:stop()

local shown, rows = bh.bindable(false), bh.bindable {}
local loaded = bh.loadable { load = function() return 1 end }
local page = bh.scope("page", function()
  bh.show(ui.column { ui.when(shown, body), ui.each(rows, body), ui.async { source = loaded, loaded = body } })
end)
for _ = 1, 20 do bh.sleep(0) end -- expect: told	script.error
print("async", open) -- expect: async	0
shown:set(true) -- expect: told	script.error
print("when", open) -- expect: when	0
shown:set(false)
rows:push(1) -- expect: told	script.error
print("row", open) -- expect: row	0
rows:set {}
page:close()
print(cell:get()) -- expect: 0

-- What an inner transaction asked for that failed goes with that, as ever.
effect = bh.effect(function()
  print(pcall(bh.transaction, function()
    bh.on_close(function() print "never" end)
    error("inner", 0)
  end))
  if go:get() == 3 then cell:modify(refused) end
end)
-- expect: false	inner
go:set(3)
-- expect: false	inner
-- expect: told	script.error
effect:stop()
