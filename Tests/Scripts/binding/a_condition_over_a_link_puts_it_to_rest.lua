-- CONTRACT 49: while a conditional binding is active the link below it rests; afterwards the link's source counts.
local bh = require "bindhost"
local a, b, t, w = bh.bindable "a", bh.bindable "b", bh.bindable "t", bh.bindable(false)
bh.link(a, t)
bh.bind(b, t, { when = w, priority = 1 })
print(a:get(), t:get())                        -- expect: a	a
w:set(true)
print(a:get(), t:get())                        -- expect: a	b
a:set "a2"
print(a:get(), t:get())                        -- expect: a2	b
b:set "b2"
print(a:get(), t:get())                        -- expect: a2	b2
w:set(false)
print(a:get(), t:get())                        -- expect: a2	a2
t:set "by hand"
print(a:get(), t:get())                        -- expect: by hand	by hand
