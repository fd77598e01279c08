-- CONTRACT 49: a conditional binding of a record and one of a field in it, in every order.
local bh = require "bindhost"
for _, rank in ipairs { 1, -1 } do
  for order = 1, 4 do
    local m = bh.model("m" .. order .. rank, { r = { a = "a", b = "b" } })
    local theme = bh.model("t" .. order .. rank, { a = "T", b = "T" })
    local field, whole = bh.bindable(false), bh.bindable(false)
    bh.bind(theme, m "r", { when = whole, priority = 0 })
    bh.bind(bh.bindable "F", m "r.a", { when = field, priority = rank })
    local steps = {}
    local function step(cell, on)
      cell:set(on)
      steps[#steps + 1] = m("r.a"):get() .. m("r.b"):get()
    end
    local one, other = field, whole
    if order % 2 == 0 then one, other = whole, field end
    step(one, true)
    step(other, true)
    if order > 2 then one, other = other, one end
    step(one, false)
    step(other, false)
    print(rank, order, table.concat(steps, " "))
  end
end
-- expect: 1	1	Fb FT TT ab
-- expect: 1	2	TT FT Fb ab
-- expect: 1	3	Fb FT Fb ab
-- expect: 1	4	TT FT TT ab
-- expect: -1	1	Fb TT TT ab
-- expect: -1	2	TT TT Fb ab
-- expect: -1	3	Fb TT Fb ab
-- expect: -1	4	TT TT TT ab
