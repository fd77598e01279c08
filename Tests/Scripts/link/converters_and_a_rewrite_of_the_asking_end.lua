-- CONTRACT 42 and 43: the asking end is rewritten if and only if the settled value differs from what it submitted, also
-- when the model did not change.
local bh = require "bindhost"
local m = bh.model("m", { age = 36, text = "" })
local calls = 0
bh.link(m "age", m "text", {
  to = tostring,
  from = function(s) calls = calls + 1 return math.tointeger(tonumber(s)), "whole number, please" end,
})
local texts = {}
m("text"):observe(function(t) texts[#texts + 1] = "[" .. t .. "]" end)
m("age"):set(40)
print(m("text"):get(), calls)            -- expect: 40	0
m("text"):set("41")
print(m("age"):get())                    -- expect: 41
m("text"):set(" 42 ")
print(m("age"):get(), m("text"):get())   -- expect: 42	42
m("text"):set("042")                     -- the model stays, the view is rewritten
print(m("age"):get(), m("text"):get())   -- expect: 42	42
print(table.concat(texts))               -- expect: [36][40][41][42]
