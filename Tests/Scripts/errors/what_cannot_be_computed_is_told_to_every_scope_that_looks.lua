-- Contract 27: that a value could not be computed is told once to each handler of a scope in which somebody observes or binds it.
local bh = require "bindhost"
local price = bh.bindable(1)
local share = bh.computed(function() return 10 // price:get() end)
local function plugin(name)
  return bh.scope(name, function()
    bh.on_error(function(err) print(name, "hears", err.message:match "attempt.*") end)
    share:observe(function(value) print(name, "shows", value) end)
    bh.bind(share, bh.bindable(0))
    bh.bind(share, bh.bindable(0), { on_error = function(err) print(name, "binding hears", err.message:match "attempt.*") end })
  end)
end
local first, second = plugin "first", plugin "second"
price:set(0)
price:set(5)
first:close()
price:set(0)
-- expect: first	shows	10
-- expect: second	shows	10
-- expect: first	hears	attempt to divide by zero
-- expect: first	binding hears	attempt to divide by zero
-- expect: second	hears	attempt to divide by zero
-- expect: second	binding hears	attempt to divide by zero
-- expect: first	shows	2
-- expect: second	shows	2
-- expect: second	hears	attempt to divide by zero
-- expect: second	binding hears	attempt to divide by zero
