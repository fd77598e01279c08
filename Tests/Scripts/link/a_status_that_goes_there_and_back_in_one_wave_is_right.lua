-- Contract 45, 46: the cells of a binding hold what it stands at, however often that changed in one wave.
local bh = require "bindhost"
local m = bh.model("m", { c = bh.field { default = 6, type = "integer", check = function(v) return true, v - v % 2 end } })
local a, b, x = bh.bindable(6), bh.bindable(6), bh.bindable(6)
local first = bh.link(a, b, { from = function(v)
  if v == 5 then return nil, "five" end
  return v
end })
bh.link(b, x)
bh.link(x, m "c")
print(first "status":get())                                                          -- expect: ok
b:set(5)
print(a:get(), b:get(), x:get(), m "c":get())                                              -- expect: 4	4	4	4
print(first "status":get(), first "input":get(), first "error":get())                -- expect: ok	nil	nil
