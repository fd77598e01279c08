-- CONTRACT 46, 49: refused input that is held stands at its end again when the conditional binding over it lets go.
local bh = require "bindhost"
local x, target, over, w = bh.bindable(1), bh.bindable "", bh.bindable "OVER", bh.bindable(false)
local link = bh.link(x, target, {
  to = tostring, from = function(s) return tonumber(s), "a number" end, hold_while_editing = true,
})
bh.bind(over, target, { when = w, priority = 1 })
target:set "x"
w:set(true)
print(target:get())                            -- expect: OVER
x:set(2)
w:set(false)
print(target:get(), link "status":get(), link "input":get())   -- expect: x	invalid	x
target:set "3"
print(x:get(), link "status":get())            -- expect: 3	ok
-- a paused link: nothing of the condition flows into its source
link:pause()
w:set(true)
w:set(false)
print(x:get(), target:get())                   -- expect: 3	3
link:resume()
print(x:get(), target:get())                   -- expect: 3	3
