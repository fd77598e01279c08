-- LUA_API: into= gets each value, also what is set by hand or confirmed by the other side; what does not fit is told.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id) end)
local target = bh.model("target", { n = bh.field { type = "integer", default = 0, max = 100 } }) "n"
local l = bh.loadable("l", { load = function() return 1 end, into = target })
print(l:await(), target:get())                    -- expect: 1	1
l:set(5)
print(l "value":get(), target:get())              -- expect: 5	5
bh.transaction(function() l:set(6) end)
print(l "value":get(), target:get())              -- expect: 6	6
l:write { apply = function(v) return v + 1 end, send = function() bh.sleep "1ms" return true end }
print(l "value":get(), target:get())              -- expect: 7	6
repeat bh.sleep "1ms" until target:get() == 7
l:set(101)                                        -- expect: bind.invalid
print(l "value":get(), target:get())              -- expect: 101	7

-- In one wave with the loadable's own value: nobody sees one without the other.
local into = bh.bindable(0)
local both = bh.loadable("both", { load = function() return 1 end, into = into })
into:observe(function(v) print(v, both "value":get(), both "face":get()) end, { initial = false })
both:await()                                      -- expect: 1	1	loaded
