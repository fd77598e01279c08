local bh = require "bindhost"
local m = bh.model("m", { a = { b = 1 } })
print(m "a.b" == m "a.b", m("a"):at("b") == m "a.b", m("a.b"):path())  -- expect: true	true	a.b
