-- Contract 29, 45: where an end of a link is a lens that raises for what stands there, the next edit that is taken clears that.
local bh = require "bindhost"
bh.on_error(function(problem) print(problem.id) end)
local model = bh.model("m", { cents = 1 })
local lens = model "cents":through {
  to = function(cents)
    if cents == 13 then error "unlucky" end
    return cents
  end,
  from = function(cents) return cents end,
}
local field = bh.bindable(0)
local link = bh.link(lens, field)
model "cents":set(13) -- expect: bind.transform_failed
print(field:get(), link "status":get()) -- expect: 1	failed
field:set(15)
print(model "cents":get(), field:get(), link "status":get()) -- expect: 15	15	ok
