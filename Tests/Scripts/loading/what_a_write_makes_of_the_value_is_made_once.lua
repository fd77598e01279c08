-- Contract 57: the function of a write is asked once about what stands there: what is shown, sent and confirmed is the same.
local bh = require "bindhost"
local server = 5
local x = bh.loadable("x", { load = function() return server end })
x "face":observe(function() end)
bh.sleep "1ms"
local calls = 0
x "value":observe(function(v) print("shown", v) end)
x:write {
  apply = function(v)
    calls = calls + 1
    return v + calls
  end,
  send = function(new)
    print("sent", new)
    bh.sleep "1ms"
    server = new
    return true
  end,
}
bh.sleep "5ms"
print(x "value":get(), server, calls)
-- expect: shown	5
-- expect: shown	6
-- expect: sent	6
-- expect: 6	6	1
