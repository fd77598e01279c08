local bh = require "bindhost"
local m = bh.model("m", { age = 36 })
local text = m("age"):through {
  to = tostring,
  from = function(s) return math.tointeger(tonumber(s)), "whole number, please" end,
}
print(text:get(), text:set("40"), m("age"):get())  -- expect: 36	true	40
local ok, err = text:set("x")
print(ok, err.message:find("whole number", 1, true) ~= nil, m("age"):get())  -- expect: nil	true	40
