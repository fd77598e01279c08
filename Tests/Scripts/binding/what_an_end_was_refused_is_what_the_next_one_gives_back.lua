-- Contract 49: a source that has refused what came back at an end holds what the binding had written: that is what the next binding there gives
-- back, also where a write of somebody else is under way from before that end to after the next one.
local bh = require "bindhost"
bh.on_error(function(problem) print(problem.id) end)
local out, writes = { a = 1, z = 0 }, 0
local gate = bh.bindable(false)
local source = bh.source {
  order = "parallel",
  get = function() return out end,
  set = function(new)
    writes = writes + 1
    local refused, slow = writes == 3, writes == 2
    repeat bh.sleep "1ms" until not slow or gate:get()
    if refused then return nil, "is not taken" end
    out = new
    return true
  end,
}
repeat bh.sleep "1ms" until source:has_value()
local one, other = bh.bindable(true), bh.bindable(false)
local function pending(count) repeat bh.sleep "1ms" until source "$pending":get() == count end
bh.bind(bh.bindable(10), source "a", { when = one })
bh.bind(bh.bindable(30), source "a", { when = other, priority = 1 })
pending(0)
bh.transaction(function() source "z":set(9) end)
bh.sleep "1ms"
one:set(false) -- expect: script.error
pending(1)
print(bh.json.encode(source:get())) -- expect: {"a":10,"z":0}
other:set(true)
pending(1)
other:set(false)
pending(1)
gate:set(true)
pending(0)
print(bh.json.encode(source:get())) -- expect: {"a":10,"z":9}
