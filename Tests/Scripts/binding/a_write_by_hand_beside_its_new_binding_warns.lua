-- expect warning: bind.overwritten
-- CONTRACT 16, 50: a binding that was made in a transaction delivers at the commit; what is written there by hand after it is
-- covered then, which is said.
local bh = require "bindhost"
local source, target, empty, other = bh.bindable(1), bh.bindable(0), bh.bindable(), bh.bindable(0)
bh.transaction(function()
  target:set(5)
  bh.bind(source, target)
  target:set(77)
  bh.bind(empty, other)
  other:set(3)                                     -- its binding has nothing to deliver
end)
print(target:get(), other:get())                   -- expect: 1	3
