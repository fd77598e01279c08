-- Contract 27, 50: where into= writes what a binding writes too, on_error of the loadable's scope hears of it, with both
-- lines: that which declares the loadable, or that which sets it.
local bh = require "bindhost"
bh.on_error(function(err) print("outside", err.id) end)
local source, target = bh.bindable(5), bh.bindable(0, { name = "target" })
bh.bind(source, target)
local loadable
bh.scope("inside", function()
  bh.on_error(function(err) print("inside", err.id, err.line, err.notes[1]) end)
  loadable = bh.loadable { load = function() return 88 end, into = target }
end)
print(loadable:await(), target:get())
-- expect: inside	bind.overwritten	10	bound at a_write_into_what_is_bound_is_told.lua:6 to bindable
-- expect: 88	88
loadable:set(89)                         -- expect: inside	bind.overwritten	15	bound at a_write_into_what_is_bound_is_told.lua:6 to bindable
print(target:get())                      -- expect: 89
