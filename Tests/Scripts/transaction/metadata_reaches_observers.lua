-- CONTRACT 26
local bh = require "bindhost"
local a = bh.bindable(0)
a:observe(function(_, _, cause)
  print(cause.kind, cause.label, cause.metadata and cause.metadata.animation)
end)                                                                       -- expect: initial	nil	nil
bh.transaction({ label = "move", animation = "slow" }, function() a:set(1) end)   -- expect: write	move	slow
bh.transaction({ animation = "fast" }, function() a:set(2) end)            -- expect: write	nil	fast
bh.transaction(function() a:set(3) end)                                    -- expect: write	nil	nil
a:set(4)                                                                   -- expect: write	nil	nil
print(select(2, pcall(bh.transaction, "label", function() end)).id)        -- expect: bind.argument
