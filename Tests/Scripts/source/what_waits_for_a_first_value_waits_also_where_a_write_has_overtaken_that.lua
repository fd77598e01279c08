-- Contract W-3, 49: what is made of a value that the source has not told waits for that, also where a write that was asked for meanwhile has made
-- the first answer old: the source is asked again.
local bh = require "bindhost"
bh.on_error(function(problem) print(problem.id) end)
local out = { a = 1, b = 2 }
local asked = 0
local source = bh.source {
  get = function()
    asked = asked + 1
    bh.sleep "1ms"
    return out
  end,
  set = function(new)
    out = new
    return true
  end,
}
local on = bh.bindable(true)
-- The answer is there before the turn of the writes comes.
local begun = os.clock()
repeat until os.clock() - begun > 0.005
bh.bind(bh.bindable(20), source "a", { when = on, priority = 2 })
bh.bind(bh.bindable { a = 10, b = 11 }, source, { when = on, priority = 1 })
repeat bh.sleep "1ms" until source:has_value() and source "$pending":get() == 0
print(bh.json.encode(source:get()), asked > 1) -- expect: {"a":20,"b":11}	true
on:set(false)
repeat bh.sleep "1ms" until source "$pending":get() == 0
print(bh.json.encode(source:get())) -- expect: {"a":1,"b":2}
