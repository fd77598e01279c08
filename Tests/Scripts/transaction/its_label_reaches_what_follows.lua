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
-- So it is at what is shown of a source, and at what follows from that.
do
  local source, bound = bh.source { optimistic = true, get = function() return 0 end, set = function() return true end }, bh.bindable(0)
  bh.bind(source, bound)
  watch("source", source)
  watch("bound", bound)
  bh.transaction({ label = "send", speed = "fast" }, function() source:set(1) end)
end
-- expect: source	send	fast
-- expect: bound	send	fast
