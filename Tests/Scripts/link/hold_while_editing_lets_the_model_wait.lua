-- CONTRACT 46
local bh = require "bindhost"
local age, text = bh.bindable(1), bh.bindable("")
local link = bh.link(age, text, { to = tostring, from = function(s) return tonumber(s), "a number" end, hold_while_editing = true })
text:set("x")
age:set(2)
print(text:get(), link("status"):get())  -- expect: x	invalid
text:set("3")
print(age:get(), link("status"):get())   -- expect: 3	ok
age:set(4)
print(text:get())                        -- expect: 4
