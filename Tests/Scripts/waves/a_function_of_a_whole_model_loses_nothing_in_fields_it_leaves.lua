-- CONTRACT 9: a function of a whole model writes the fields that it changes. What it leaves as it was is lost by nobody.
local bh = require "bindhost"
local m = bh.model("Whole", { a = 1, b = 1 })
local kept = bh.state("whole", { a = 1, b = 1 }, { store = "memory:" })
local log = {}
bh.on_error(function(err) log[#log + 1] = err.id .. " " .. err.message:match "^%S+" end)

local function both(one, two)
  log = {}
  local go = bh.bindable(0)
  local handles = { go:observe(one, { initial = false }), go:observe(two, { initial = false }) }
  go:set(1)
  for _, handle in ipairs(handles) do handle:stop() end
  return table.concat(log, ", ")
end
local function more(ref) return function() ref:set(ref:get() + 1) end end

for _, whole in ipairs { m, kept } do
  local function function_of_a() whole:modify(function(v) v.a = v.a + 1 return v end) end
  print("left", both(function_of_a, more(whole "b")))           -- expect: left	
  print("written", (both(function_of_a, more(whole "a")):gsub("whole", "Whole")))
  -- expect: written	bind.lost_update Whole.a
  -- A plain write counts, whatever was written.
  print("set", (both(function() whole "b":set(whole "b":get()) function_of_a() end, more(whole "b")):gsub("whole", "Whole")))
  -- expect: set	bind.lost_update Whole.b
  print("set later", (both(function() function_of_a() whole "b":set(whole "b":get()) end, more(whole "b")):gsub("whole", "Whole")))
  -- expect: set later	bind.lost_update Whole.b
  print(whole "a":get(), whole "b":get())
  -- expect: 5	4
end
-- expect: left	
-- expect: written	bind.lost_update Whole.a
-- expect: set	bind.lost_update Whole.b
-- expect: set later	bind.lost_update Whole.b
-- expect: 5	4
