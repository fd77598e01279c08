-- CONTRACT 41: reading through nil gives nil, writing raises bind.nil_hop unless create is given.
local bh = require "bindhost"
local m = bh.model("m", { free = bh.field { type = "any", optional = true } })
local deep = m:at("free.a.b")
print(deep:get())                                        -- expect: nil
print(select(2, pcall(deep.set, deep, 1)).id)            -- expect: bind.nil_hop
local made = m:at("free.a.b", { create = true })
made:set(1)
print(deep:get(), made:get())                            -- expect: 1	1
local source = bh.bindable("x")
bh.bind(source, m:at("free.c.list[1]"), { create = true })
print(m:get().free.c.list[1], m:get().free.a.b)          -- expect: x	1
made:observe(function(v) print("made", v) end)           -- expect: made	1
deep:set(2)                                              -- expect: made	2
