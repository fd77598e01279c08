-- Contract 0, 3, 45, 46: whoever observes the model or the value of a control sees how the control stands as it is with them; the model clears refused
-- input that is older, also of the same transaction.
local bh = require "bindhost"
local m = bh.model("m", { n = 1 })
local field = bh.ui.text_field {
  value = m "n":through { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "a whole number" end },
}
local stepper = bh.ui.stepper { value = m "n" }
bh.transaction(function()
  field "value":set "x"
  stepper "value":set(4)
end)
print(m "n":get(), field "value":get(), field "status":get(), field "reason":get()) -- expect: 4	4	ok	
field "value":observe(function(v) print("field", v, field "status":get(), field "reason":get()) end, { initial = false })
m "n":observe(function(n) print("model", n, field "value":get(), field "status":get()) end, { initial = false })
field "value":set "x"
-- expect: field	x	invalid	a whole number
m "n":set(2)
-- expect: model	2	2	ok
-- expect: field	2	ok	
