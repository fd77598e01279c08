-- LUA_API, fields: a check may put another value in place; min, max and one_of hold for that one too.
local bh = require "bindhost"
local m = bh.model("m", {
  n = bh.field { default = 1, max = 10, check = function(v) return true, v * 100 end },
  s = bh.field { default = "a", one_of = { "a", "b" }, check = function(v) return true, v:upper() end },
})
print(select(2, m "n":set(5)).id, m "n":get())      -- expect: bind.invalid	1
print(select(2, m "s":set("b")).id, m "s":get())    -- expect: bind.invalid	a
