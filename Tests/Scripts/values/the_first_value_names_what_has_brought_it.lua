-- Contract 7, 15, 26: who has looked at a cell without a value hears with the first one who wrote it, with label and metadata. What was there
-- before somebody looked follows from nothing.
local bh = require "bindhost"
local empty = bh.bindable()
local doubled = empty:map(function(x) return x * 2 end)
local function told(who)
  return function(new, old, cause)
    print(who, new, old, cause.kind, cause.first, cause.line, cause.label, cause.metadata and cause.metadata.by)
  end
end
empty:observe(told "empty")
doubled:observe(told "doubled")
empty:observe(told "quiet", { initial = false })
bh.transaction({ label = "import", by = "ada" }, function() empty:set(1) end)
-- expect: empty	1	nil	initial	true	14	import	ada
-- expect: quiet	1	nil	initial	true	14	import	ada
-- expect: doubled	2	nil	initial	true	14	import	ada
empty:observe(told "late") -- expect: late	1	nil	initial	true	nil	nil	nil
bh.transaction({ label = "in" }, function()
  empty:set(2)
  empty:observe(told "inside")
end)
-- expect: empty	2	1	write	nil	20	in	nil
-- expect: quiet	2	1	write	nil	20	in	nil
-- expect: late	2	1	write	nil	20	in	nil
-- expect: inside	2	nil	initial	true	nil	nil	nil
-- expect: doubled	4	2	write	nil	20	in	nil
