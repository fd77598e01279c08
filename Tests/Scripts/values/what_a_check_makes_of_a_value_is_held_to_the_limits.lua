-- LUA_API, fields: a check may put another value in place; min, max and one_of hold for that one too.
local bh = require "bindhost"
local m = bh.model("m", {
  n = bh.field { default = 0, max = 10, check = function(v) return true, v * 100 end },
  s = bh.field { default = "a", one_of = { "a", "b" }, check = function(v) return true, v == "a" and v or v:upper() end },
})
print(select(2, m "n":set(5)).id, m "n":get())      -- expect: bind.invalid	0
print(select(2, m "s":set("b")).id, m "s":get())    -- expect: bind.invalid	a

-- So does the default.
local d = bh.model("d", { n = bh.field { default = 150, type = "integer", check = function(v) return true, math.min(v, 100) end } })
print(d "n":get())                                  -- expect: 100
d "n":set(7)
d "n":reset()
print(d "n":get())                                  -- expect: 100
print(pcall(bh.model, "e", { n = bh.field { default = 1, max = 10, check = function(v) return true, v * 100 end } }))
-- expect: false	bind.invalid: what_a_check_makes_of_a_value_is_held_to_the_limits.lua:16: e.n: 100 was refused: the maximum is 10
