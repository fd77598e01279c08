local bh = require "bindhost"
local m = bh.model("m", { form = { name = "n", age = 1 }, copy = { name = "", age = 0 }, celsius = 10 })
bh.link(m "form", m "copy")
print(m("copy.name"):get(), m("copy.age"):get())         -- expect: n	1
m("copy.name"):set("x")
print(m("form.name"):get(), m("form.age"):get())         -- expect: x	1
local fahrenheit = m("celsius"):through {
  to = function(c) return c * 9 / 5 + 32 end, from = function(f) return (f - 32) * 5 // 9 end }
local shown = bh.bindable(0)
bh.link(fahrenheit, shown)
print(shown:get())                                       -- expect: 50.0
shown:set(212)
print(m("celsius"):get())                                -- expect: 100
m("celsius"):set(0)
print(shown:get())                                       -- expect: 32.0
