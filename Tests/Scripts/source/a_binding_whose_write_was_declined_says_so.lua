-- CONTRACT 50, 58: the ends of a one-way binding differ when its write is declined: the binding says so, until a write of
-- it goes through. A link has put its ends together again: it is well.
local bh = require "bindhost"
local answer = false
local switch = bh.source {
  name = "switch", get = function() return 0 end, set = function() return true end,
  confirm = function() return answer end,
}
while not switch:has_value() do bh.sleep "1ms" end
local function settled() repeat bh.sleep "1ms" until switch "$pending":get() == 0 end
local wish = bh.bindable(0)
local h = bh.bind(wish, switch)
settled()
wish:set(5)
settled()
print(wish:get(), switch:get(), h "status":get(), h "input":get(), h "error":get().id)
-- expect: 5	0	failed	5	source.declined
answer = true
wish:set(6)
settled()
print(wish:get(), switch:get(), h "status":get(), h "input":get(), h "error":get())   -- expect: 6	6	ok	nil	nil
h:stop()

answer = false
local toggle = bh.bindable(6)
local l = bh.link(switch, toggle)
toggle:set(9)
settled()
print(toggle:get(), switch:get(), l "status":get())   -- expect: 6	6	ok
