-- Contract 38, 57: a source that takes one write at a time refuses the second; who writes from an observer cannot be told
-- by the call, so it is reported.
local bh = require "bindhost"
local source = bh.source {
  name = "source", order = "reject",
  get = function() return 0 end,
  set = function()
    bh.sleep("1ms")
    return true
  end,
}
local wish = bh.bindable(0)
while not source:has_value() do bh.sleep("1ms") end
wish:observe(function(v) source:set(v) end, { initial = false })
wish:set(1)
wish:set(2)       -- expect error: source.busy
while source "$pending":get() > 0 do bh.sleep("1ms") end
print(source:get())   -- expect: 1
-- exit: 1
