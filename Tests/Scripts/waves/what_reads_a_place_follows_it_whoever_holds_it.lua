-- Contract 10: a place in a list or a free value is a dependency as long as who has read it is there, and not as long as a script holds it.
local bh = require "bindhost"
local m = bh.model("m", { tags = { "a", "b" } })
local free = bh.bindable { city = "W", inner = { x = 1 } }
bh.effect(function() print("effect", m("tags[1]"):get()) end)                                   -- expect: effect	a
local words = bh.computed(function() return free("city"):get() .. free("inner.x"):get() end)
words:observe(function(v) print("words", v) end)                                                -- expect: words	W1
local idle = bh.computed(function() return free("city"):get() .. "!" end)
print(idle:get())                                                                               -- expect: W!
collectgarbage() collectgarbage()
m "tags":set { "A", "B" }                                                                       -- expect: effect	A
free:set { city = "X", inner = { x = 1 } }                                                      -- expect: words	X1
print(idle:get())                                                                               -- expect: X!
collectgarbage() collectgarbage()
m "tags":set { "C", "D" }                                                                       -- expect: effect	C
free:set { city = "X", inner = { x = 2 } }                                                      -- expect: words	X2
free:set { city = "Y", inner = { x = 2 } }                                                      -- expect: words	Y2
print(idle:get())                                                                               -- expect: Y!

-- Nobody at all, once the main chunk has ended.
local town = bh.bindable { name = "a", list = { 1, 2 } }
bh.effect(function() print("town", town("name"):get(), town("list[2]"):get()) end)               -- expect: town	a	2
town:set { name = "b", list = { 1, 2 } }                                                        -- expect: town	b	2
collectgarbage() collectgarbage()
bh.after("5ms", function()
  town:set { name = "c", list = { 1, 3 } }                                                      -- expect: town	c	3
  collectgarbage() collectgarbage()
  bh.after("5ms", function() town:set { name = "d", list = { 1, 4 } } end)                      -- expect: town	d	4
end)
