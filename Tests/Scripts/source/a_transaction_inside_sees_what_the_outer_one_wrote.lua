-- Contract 23, 24: the running callback reads its own writes to a source, those of the transaction around it included;
-- a function that only computes may not write.
local bh = require "bindhost"
local source = bh.source { name = "source", get = function() return 3 end, set = function() return true end }
local other = bh.bindable(0, { name = "other" })
while not source:has_value() do bh.sleep("1ms") end
bh.transaction(function()
  source:set(10)
  print(pcall(bh.transaction, function()
    source:modify(function(n) return n + 1 end)
    print(source:get())             -- expect: 11
    error("dropped", 0)
  end))                             -- expect: false	dropped
  print(source:get())               -- expect: 10
end)
while source "$pending":get() > 0 do bh.sleep("1ms") end
print(source:get())                 -- expect: 10
local ok, err = pcall(bh.transaction, function()
  source:modify(function(n)
    other:set(n)
    return n
  end)
  source:get()
end)
print(ok, err.id)                   -- expect: false	bind.pure
