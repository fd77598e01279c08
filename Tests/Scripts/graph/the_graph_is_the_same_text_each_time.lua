-- Contract 70: what depends on what, as text, JSON, DOT and SVG; the same script gives the same bytes.
local bh = require "bindhost"
local function say(text) print((text:gsub("[^ (\"]*the_graph_is_the_same_text_each_time.lua", "here"))) end
local user = bh.model("user", { name = "Ada", address = { city = "Zürich" } })
local form = bh.model("form", { name = "" })
local both = bh.combine({ user "name", user "address.city" }, function(name, city) return name .. city end)
bh.bind(both, form "name")
local a, b = bh.bindable(1, { name = "a" }), bh.bindable(2, { name = "b" })
local limit = bh.bindable(9, { name = "limit" })
bh.link(a, b, { validate = function(v) return v < limit:get(), "too big" end })
b:set(3)
bh.effect(function() return a:get() end)
form:observe(function() end)
say(bh.graph())
-- expect: model  form
-- expect:   field  form.name  string
-- expect: model  user
-- expect:   record  user.address
-- expect:     field  user.address.city  string
-- expect:   field  user.name  string
-- expect: computed  combine(here:6)  ←  user.name, user.address.city
-- expect: binding  combine(here:6)  →  form.name  here:7
-- expect: cell  a
-- expect: cell  b
-- expect: link  a, limit  ↔  b  here:10
-- expect: effect  a  here:12
-- expect: observer  form  here:13
-- expect: cell  limit
-- expect: 
local json = bh.graph { format = "json" }
print(json:match '{"id":3,"kind":"model","name":"user"}' ~= nil, json:match '"v":1}' ~= nil)       -- expect: true	true
print(select(2, json:gsub('"two_way":true', "")), json == bh.graph { format = "json" })           -- expect: 2	true
local dot = bh.graph { format = "dot" }
print(dot:match "^digraph bindhost {\n" ~= nil, dot:match 'label="user.address.city\\nstring"' ~= nil)  -- expect: true	true
local svg = bh.graph { format = "svg" }
print(svg:match "^<svg " ~= nil, svg:match "</svg>\n$" ~= nil, svg:match "user.address.city: string" ~= nil)
-- expect: true	true	true
print((tostring(select(2, pcall(bh.graph, { format = "dto" }))):match "did you mean .*"))  -- expect: did you mean 'dot'?)
bh.bind(a, form "name", { map = tostring, name = "shown", priority = 1 })
print(bh.graph():match "binding  'shown'  [^\n/]*form.name")                                       -- expect: binding  'shown'  a  →  form.name
