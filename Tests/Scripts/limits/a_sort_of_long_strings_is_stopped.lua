local bh = require "bindhost"
bh.after(0, function()
  local long = ("x"):rep(20000000)
  local list = {}
  for i = 1, 50000 do list[i] = long end
  table.sort(list)  -- expect error: host.quota
end)
bh.after("10ms", function() print "the next one runs" end)  -- expect: the next one runs
