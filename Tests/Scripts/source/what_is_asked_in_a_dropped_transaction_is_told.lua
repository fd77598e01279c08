-- Contract 10: what the outside answers is no write of the transaction: it stands, and whoever observes it hears of it, when the
-- transaction has ended.
local bh = require "bindhost"
local server = 1
local src = bh.source { name = "src", get = function() return server end }
local x = bh.bindable(10)
local sum = bh.computed(function() return x:get() + src:get() end)
local last
src:observe(function(v) last = v end)
server = 2
print(pcall(bh.transaction, function()
  x:set(20)
  print(sum:get())                         -- expect: 21
  src:refresh()
  print(src:get(), sum:get(), last)        -- expect: 2	22	1
  error("no", 0)
end))                                      -- expect: false	no
print(src:get(), sum:get(), last)          -- expect: 2	12	2
bh.transaction(function()
  server = 3
  src:refresh()
  x:set(30)
end)
print(src:get(), sum:get(), last)          -- expect: 3	33	3
