-- Contract 49, 55: what conditional bindings write to a source, and what comes back at their end, is no step; edits by hand
-- beside them, before their end or after it are, as in a model.

local bh = require "bindhost"

local kinds = { "optimistic", "pessimistic" }

local function make(kind, stored)
  local source = bh.source {
    get = function() return stored end,
    set = function(new) bh.sleep "1ms" stored = new return true end,
    optimistic = kind == "optimistic",
  }
  bh.sleep "1ms"
  local function quiet() repeat bh.sleep "1ms" until source "$pending":get() == 0 end
  local function show(what, history)
    quiet()
    local value = source:get()
    if type(value) == "table" then value = value.a .. "/" .. value.z end
    print(kind, what, value, history "can_undo":get(), history "can_redo":get())
  end
  return source, show, quiet
end

for _, kind in ipairs(kinds) do
  local all, show, quiet = make(kind, 1)
  local history = bh.history { cells = { all } }
  local binding = bh.bind(bh.bindable(99), all, { when = bh.bindable(true) })
  show("bound", history)
  binding:stop()
  show("stopped", history)
  print(kind, "nothing to undo", not history:undo())

  local record, show, quiet = make(kind, { a = 1, z = 0 })
  local history = bh.history { cells = { record } }
  local on, low = bh.bindable(false), bh.bindable(50)
  bh.bind(low, record "a", { when = on })
  record "z":set(5)
  quiet()
  history:undo()
  quiet()
  on:set(true)
  show("a condition leaves what can be redone", history)
  history:redo()
  show("redone beside it", history)
  low:set(60)
  show("delivered", history)
  bh.transaction(function()
    on:set(false)
    record "a":set(7)
  end)
  show("ended with an edit", history)
  history:undo()
  show("back to what was there without the binding", history)
  history:redo()
  show("and on", history)
  bh.transaction(function()
    record "a":set(8)
    on:set(true)
  end)
  show("an edit below a binding that begins", history)
  history:undo()
  show("goes back below it", history)
  on:set(false)
  show("and is gone at the end", history)
  bh.transaction(function()
    on:set(true)
    record "z":set(6)
  end)
  show("beside a binding that begins", history)
  bh.transaction(function()
    record:set { a = 9, z = 8 }
    on:set(false)
  end)
  show("of all before the end", history)
  history:undo()
  show("goes back beside what has come back", history)
end
-- expect: optimistic	bound	99	false	false
-- expect: optimistic	stopped	1	false	false
-- expect: optimistic	nothing to undo	true
-- expect: optimistic	a condition leaves what can be redone	50/0	false	true
-- expect: optimistic	redone beside it	50/5	true	false
-- expect: optimistic	delivered	60/5	true	false
-- expect: optimistic	ended with an edit	7/5	true	false
-- expect: optimistic	back to what was there without the binding	1/5	true	true
-- expect: optimistic	and on	7/5	true	false
-- expect: optimistic	an edit below a binding that begins	60/5	true	false
-- expect: optimistic	goes back below it	60/5	true	true
-- expect: optimistic	and is gone at the end	7/5	true	true
-- expect: optimistic	beside a binding that begins	60/6	true	false
-- expect: optimistic	of all before the end	7/8	true	false
-- expect: optimistic	goes back beside what has come back	7/6	true	true
-- expect: pessimistic	bound	99	false	false
-- expect: pessimistic	stopped	1	false	false
-- expect: pessimistic	nothing to undo	true
-- expect: pessimistic	a condition leaves what can be redone	50/0	false	true
-- expect: pessimistic	redone beside it	50/5	true	false
-- expect: pessimistic	delivered	60/5	true	false
-- expect: pessimistic	ended with an edit	7/5	true	false
-- expect: pessimistic	back to what was there without the binding	1/5	true	true
-- expect: pessimistic	and on	7/5	true	false
-- expect: pessimistic	an edit below a binding that begins	60/5	true	false
-- expect: pessimistic	goes back below it	60/5	true	true
-- expect: pessimistic	and is gone at the end	7/5	true	true
-- expect: pessimistic	beside a binding that begins	60/6	true	false
-- expect: pessimistic	of all before the end	7/8	true	false
-- expect: pessimistic	goes back beside what has come back	7/6	true	true

-- What moves in a list moves back; what a condition that was off for a moment has let through is none.
for _, kind in ipairs(kinds) do
  local list, show, quiet = make(kind, { 1, 2, 3 })
  local history = bh.history { cells = { list } }
  local binding = bh.bind(bh.bindable(10), list "[2]", { when = bh.bindable(true) })
  quiet()
  list:remove(1)                                           -- expect warning: bind.overwritten
  quiet()
  history:undo()
  quiet()
  binding:stop()
  quiet()
  print(kind, bh.json.encode(list:get()), history:redo())
  quiet()
  print(bh.json.encode(list:get()))

  local one, show, quiet = make(kind, 1)
  history = bh.history { cells = { one } }
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), one, { when = on })
  quiet()
  bh.transaction(function()
    on:set(false)
    one:set(15)
    on:set(true)
  end)
  show("for a moment", history)
end
-- expect: optimistic	[1,2,3]	true
-- expect: [2,3]
-- expect: optimistic	for a moment	15	false	false
-- expect: pessimistic	[1,2,3]	true
-- expect: [2,3]
-- expect: pessimistic	for a moment	15	false	false
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
