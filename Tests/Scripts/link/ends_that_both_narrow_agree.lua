-- Contract 0, 42, 44: where each end narrows what the other one holds, they agree on what both hold. What never agrees is named.
local bh = require "bindhost"
local function most(limit) return function(v) return true, math.min(v, limit) end end
local m = bh.model("m", { a = 0, b = bh.field { default = 0, check = most(40) }, c = 0 })
local handle = bh.link(m "a", m "b", { validate = most(33) })
local told = {}
m "b":observe(function(v) told[#told + 1] = v end, { initial = false })
m "a":set(50)
print(m "a":get(), m "b":get(), handle "status":get(), table.concat(told, " ")) -- expect: 33	33	ok	33
m "a":set(39)
print(m "a":get(), m "b":get(), handle "status":get(), table.concat(told, " ")) -- expect: 39	39	ok	33 39
m "b":set(45)
print(m "a":get(), m "b":get(), handle "status":get(), table.concat(told, " ")) -- expect: 33	33	ok	33 39 33
-- In a chain.
bh.link(m "c", m "a", { validate = most(20) })
m "c":set(50)
print(m "c":get(), m "a":get(), m "b":get()) -- expect: 20	20	20
