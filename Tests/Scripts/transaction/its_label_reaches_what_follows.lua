-- Contract 26: the label of a transaction is seen at all that bindings and links make of its writes, in either direction.
local bh = require "bindhost"
local x, y, z = bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.link(x, y)
bh.bind(y, z)
local function watch(name, cell)
  cell:observe(function(_, _, cause) print(name, cause.label, cause.metadata and cause.metadata.speed) end, { initial = false })
end
watch("x", x)
watch("z", z)
bh.transaction({ label = "import", speed = "slow" }, function() x:set(1) end)
-- expect: x	import	slow
-- expect: z	import	slow
bh.transaction({ label = "edit" }, function() y:set(2) end)
-- expect: x	edit	nil
-- expect: z	edit	nil
y:set(3)
-- expect: x	nil	nil
-- expect: z	nil	nil
