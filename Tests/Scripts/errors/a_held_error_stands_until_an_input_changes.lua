-- Contract 29: the same error at each read and for all who depend on it; what was read before it stays an input; targets keep
-- their last value and tell.
local bh = require "bindhost"
local kind, a, b, runs = bh.bindable("fine"), bh.bindable(1), bh.bindable(10), 0
local errors = { table = { "a table" }, text = "a text" }
local base = bh.computed(function()
  runs = runs + 1
  local error_value = errors[kind:get()]
  local x = a:get()
  if error_value then error(error_value, 0) end
  return x + b:get()
end)
local plus, far = base:map(function(v) return v + 1 end), bh.combine({ b, base }, function(x, y) return x + y end)
local target, label = bh.bindable(0), bh.ui.label { text = plus:map(tostring) }
local binding = bh.bind(far, target)
local log = {}
bh.on_error(function(err) log[#log + 1] = err.id or (type(err) == "table" and err[1]) or err end)
plus:observe(function(new, old) print("plus", new, old) end)             -- expect: plus	12	nil
local function id(cell) local ok, err = pcall(cell.get, cell) return ok or err end
kind:set("table")
print(id(base) == errors.table, id(plus) == errors.table, id(far) == errors.table)  -- expect: true	true	true
print(runs, target:get(), label("text"):get())                           -- expect: 2	21	12
print(binding("status"):get(), binding("error"):get() ~= nil, #log > 0)  -- expect: failed	true	true
id(base) id(far)
b:set(11)                                -- was read before, and not since: no input now
print(runs, target:get())                -- expect: 2	21
a:set(2)                                 -- read before the error: an input
print(runs, id(base) == errors.table)    -- expect: 3	true
kind:set("text")
print(runs, id(base), id(plus))          -- expect: 4	a text	a text
kind:set("fine")                         -- expect: plus	14	12
print(base:get(), target:get(), label("text"):get(), binding("status"):get(), binding("error"):get())
-- expect: 13	24	14	ok	nil
-- no value at all before the first error: the target stays as it was made
local always = bh.computed(function() error("never any", 0) end)
local untouched = bh.bindable("untouched")
local failed = bh.bind(always, untouched)
print(untouched:get(), failed("status"):get())  -- expect: untouched	failed
-- caught in another computed value it is a value like any
local safe = bh.computed(function() local ok, v = pcall(base.get, base) return ok and v or "caught " .. tostring(v) end)
safe:observe(function(v) print("safe", v) end)  -- expect: safe	13
kind:set("text")                         -- expect: safe	caught a text
kind:set("fine")                         -- plus was told 14 before, and nothing of the error
-- expect: safe	13
