-- CONTRACT 8, 9: a function is applied to the value of the moment, also to that of a whole record and through a lens.
local bh = require "bindhost"
local m, go = bh.model("m", { n = 0, note = "", inner = { k = 1 } }), bh.bindable(0)
local state = bh.state("s", { n = 0, note = "" }, { store = "memory:" })
local lens = m("inner.k"):through { to = function(v) return v * 10 end, from = function(v) return v // 10 end }
for _, step in ipairs { 1, 10 } do
  go:observe(function()
    m "note":set("by " .. step)
    m:modify(function(v)
      v.n = v.n + step
      return v
    end)
    print(m "n":get(), m "note":get())
    state:modify(function(v)
      v.n = v.n + step
      return v
    end)
    lens:modify(function(v) return v + step * 10 end)
  end, { initial = false })
end
go:set(1)
-- expect: 1	by 1
-- expect: 10	by 10
print(m "n":get(), m "note":get(), state "n":get(), m "inner.k":get())  -- expect: 11	by 10	11	12
