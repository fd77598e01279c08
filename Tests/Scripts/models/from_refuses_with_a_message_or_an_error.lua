local bh = require "bindhost"
local m = bh.model("m", { age = bh.field { default = 36, type = "integer", min = 0, max = 150 } })
local text = m("age"):through {
  to = tostring,
  from = function(s)
    if s == "boom" then error("raised", 0) end
    return math.tointeger(tonumber(s)), "whole number, please"
  end,
}
print(text:get() .. " " .. tostring(text:writable()))  -- expect: 36 true
print(text:set("40") == true and m "age":get())  -- expect: 40
local ok, err = text:set("many")
print(ok == nil and err.id)             -- expect: bind.invalid
print(err.message)                      -- expect: m.age:through: "many" was refused: whole number, please
ok, err = text:set("boom")
print(err.message)                      -- expect: m.age:through: "boom" was refused: raised
ok, err = text:set("200")
print(err.id .. " " .. text:get())      -- expect: bind.invalid 40
local plain = m("age"):through {}
print(plain:writable())                 -- expect: false
text:observe(function(v) print("text " .. v) end)  -- expect: text 40
m("age"):set(41)                        -- expect: text 41
