-- LUA_API bh.state, contract 30: a default that only this script can hold, or that its own field refuses, is no default of a state; what was
-- refused has opened nothing, so that the next one with that name stands.
local bh = require "bindhost"
for _, fields in ipairs {
  { f = print },
  { f = bh.field { type = "any", optional = true, default = print } },
  { r = { g = { print } } },
  { r = bh.bindable(1) },
  { n = bh.field { default = 1, min = 5 } },
} do
  local ok, err = pcall(bh.state, "s", fields, { store = "memory:" })
  print(ok, err.id, err.message)
end
-- expect: false	bind.value	s.f: a state holds no function
-- expect: false	bind.value	s.f: a state holds no function
-- expect: false	bind.value	s.r.g: a state holds no function
-- expect: false	bind.value	s.r: a state holds no Ref
-- expect: false	bind.invalid	s.n: 1 was refused: the minimum is 5
print(bh.state("s", { n = 6 }, { store = "memory:" }) "n":get()) -- expect: 6
