-- Contract 38: what hands on the value of a typed field is checked as that field is, when it is bound.
local bh = require "bindhost"
local m = bh.model("m", {
  i = 1, s = "a", t = "b", n = 1, o = bh.field { type = "integer", optional = true }, list = { 1 },
})
local function try(source, target, options)
  local ok, result = pcall(bh.bind, source, target, options)
  if ok then result:stop() end
  return ok and "bound" or result.id
end
print(try(bh.oneway(m "i"), m "s"), try(m "i":distinct(), m "s"), try(m "i":debounce "1ms", m "s"))
-- expect: bind.type	bind.type	bind.type
print(try(m "i":throttle "1ms", m "list"), try(m "i":distinct():debounce "1ms", m "s"), try(m "i":default(5), m "s"))
-- expect: bind.type	bind.type	bind.type
print(try(bh.oneway(m "s"), m "t"), try(m "i":distinct(), m "n"), try(m "i":debounce "1ms", bh.bindable()))
-- expect: bound	bound	bound
-- Nil is as it is there, and default= stands for it.
print(try(m "o":distinct(), m "n"), try(m "o":default(3), m "n"), try(m "o":distinct(), m "n", { skip_nil = true }))
-- expect: bind.type	bound	bound
-- What stands for nil may be of another type: then only the delivery knows.
print(try(m "o":default "none", m "s", nil))            -- expect: bound
-- A function between converts.
print(pcall(bh.bind, m "i":distinct(), m "s", tostring))   -- expect: true	handle(binding m.i:distinct → m.s)
print(m "s":get())                                      -- expect: 1
