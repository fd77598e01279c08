-- Contract 17, 45, 48: what follows from the edited end of a link waits for what the link makes of the edit. Where that is the value that was
-- there, nothing is delivered anew: what was written by hand further along stands, and so does refused input.
local bh = require "bindhost"
local function clamp(v) return true, math.min(v, 10) end

local s, t, bound, mapped = bh.bindable(10), bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.link(s, t, { validate = clamp })
bh.bind(t, bound)
local asked = {}
bh.bind(t, mapped, function(x) asked[#asked + 1] = x return x * 2 end)
bound:set(5) -- expect warning: bind.overwritten
asked = {}
t:set(50)
print(t:get(), bound:get(), #asked) -- expect: 10	5	0
t:set(7)
print(t:get(), bound:get(), #asked) -- expect: 7	7	1

-- Linked instead.
local p, q, r = bh.bindable(10), bh.bindable(0), bh.bindable(0)
bh.link(p, q, { validate = clamp })
local handle = bh.link(q, r, { from = function(v) if v == "hand" then return nil, "no" end return v end })
r:set("hand")
q:set(50)
print(q:get(), r:get(), handle "status":get(), handle "input":get()) -- expect: 10	hand	invalid	hand
q:set(3)
print(p:get(), r:get(), handle "status":get()) -- expect: 3	3	ok

-- A text that is written anew.
local number, text, far = bh.bindable(10), bh.bindable("10"), bh.bindable("")
bh.link(number, text, { to = tostring, from = function(x) return math.tointeger(tonumber(x)) end })
handle = bh.link(text, far, { from = function(v) if v == "hand" then return nil, "no" end return v end })
far:set("hand")
text:set("010")
print(number:get(), text:get(), far:get(), handle "status":get()) -- expect: 10	10	hand	invalid
-- What is written further along and refused nowhere flows back.
far:set("4")
print(number:get(), text:get(), far:get(), handle "status":get()) -- expect: 4	4	4	ok
