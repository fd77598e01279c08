-- Contract 50, 51: a setter that fails since a place of something else is away says nothing of the place that is written: nobody asks for that again,
-- and what comes back at an end does.
local bh = require "bindhost"
bh.on_error(function(problem) print(problem.id) end)
local other = bh.bindable { list = {} }
local out, sent, fails = { a = 1 }, 0, true
local source = bh.source { get = function() return out end, set = function(new)
  sent = sent + 1
  bh.sleep "1ms"
  if fails then other "list[3].n":set(1) end
  out = new
  return true
end }
repeat bh.sleep "1ms" until source:has_value()
local function quiet() repeat bh.sleep "1ms" until source "$pending":get() == 0 end
local value, on = bh.bindable(20), bh.bindable(true)
local binding = bh.bind(value, source "a", { when = on }) -- expect: bind.nil_hop
bh.transaction(function() source "b":set(5) end) -- expect: bind.nil_hop
quiet()
print(sent, binding "status":get()) -- expect: 2	failed
fails = false
value:set(21)
quiet()
print(sent, bh.json.encode(source:get()), binding "status":get()) -- expect: 3	{"a":21}	ok
on:set(false)
quiet()
print(sent, bh.json.encode(source:get())) -- expect: 4	{"a":1}
