-- Contract 21: a cell of the host's own that changes inside a transaction does not commit what the transaction wrote.
local bh = require "bindhost"
local x = bh.bindable(1, { name = "x" })
x:set(2)
local job = bh.job.every("1h", { name = "slow", run = function() bh.sleep "1h" end })
local function begin() while job "face":get() ~= "loading" do bh.sleep "1ms" end end
begin()
job "face":observe(function(v) print(v, x:get()) end)            -- expect: loading	2
x:observe(function(v) print("x", v) end)                             -- expect: x	2
local ok = pcall(bh.transaction, function()
  x:set(5)
  job:cancel()                                                       -- expect: idle	2
  print("inside", x:get())                                           -- expect: inside	5
  error "no"
end)
print(ok, x:get())                                                   -- expect: false	2
job:refresh() begin()                                                -- expect: loading	2
bh.transaction(function()
  x:set(6)
  job:cancel()                                                       -- expect: idle	2
end)                                                                 -- expect: x	6
job:stop()
