-- Contract 11, 49: where a wave is taken back in which conditions begin or end, what they cover is what it was; a history has no step of it.
local bh = require "bindhost"
local function inc(v) return v + 1 end
local function show(name, ...) print(name, ...) end
local function ring(go)
  local a, b = bh.bindable(0), bh.bindable(0)
  bh.bind(a, b)
  bh.bind(bh.computed(function() return go() and b:get() + 1 or 0 end), a)
end

local d, high, low, go = bh.bindable(1), bh.bindable(true), bh.bindable(true), bh.bindable(false)
bh.bind(bh.bindable(5), d, { when = low })
bh.bind(bh.bindable(6), d, { when = high, priority = 1 })
ring(function() return go:get() end)
show("ends", (pcall(bh.transaction, function() high:set(false) go:set(true) end)), d:get()) -- expect: ends	false	6
low:set(false)
high:set(false)
show("off", d:get())                                       -- expect: off	1

local l, on = bh.bindable { 1, 2, 3 }, bh.bindable(true)
bh.bind(bh.bindable(9), l "[3]", { when = on })
ring(function() return #l:get() > 3 end)
show("written", (pcall(function() l:push(4) end)), bh.json.encode(l:get())) -- expect: written	false	[1,2,9]
show("off", (pcall(function() on:set(false) end)), bh.json.encode(l:get())) -- expect: off	true	[1,2,3]

local made
made, on = bh.bindable { z = 1 }, bh.bindable(true)
bh.bind(bh.bindable(5), made:at("p.x", { create = true }), { when = on })
ring(function() return (made:get().p or {}).y end)
show("made", (pcall(function() made "p.y":set(2) end)), bh.json.encode(made:get())) -- expect: made	false	{"p":{"x":5},"z":1}
show("off", (pcall(function() on:set(false) end)), bh.json.encode(made:get())) -- expect: off	true	{"z":1}

local n, w = bh.model("n", { a = 1, b = 2 }), bh.bindable(false)
bh.bind(n "a", n "b", { when = w, map = inc })
bh.bind(n "b", n "a", { when = w, map = inc })
local history = bh.history { cells = { n, w } }
show("closes", (pcall(function() w:set(true) end)), history "can_undo":get()) -- expect: closes	false	false
history:undo()
show("stands", bh.json.encode(n:get()))                    -- expect: stands	{"a":1,"b":2}

local m, v = bh.model("m", { a = 1, b = 2 }), bh.bindable(true)
w = bh.bindable(true)
bh.bind(bh.bindable(50), m "a", { when = w, priority = 2 })
bh.bind(m "b", m "a", { when = v, map = inc, priority = 1 })
bh.bind(m "a", m "b", { when = v, map = inc })
show("opens", (pcall(function() w:set(false) end)), bh.json.encode(m:get())) -- expect: opens	false	{"a":50,"b":51}
bh.transaction(function()
  w:set(false)
  v:set(false)
end)
show("off", bh.json.encode(m:get()))                       -- expect: off	{"a":1,"b":2}
