-- Contract R-1, T-1: a cleanup of what is called off may ask for the loadable anew. What it asks for comes after all that
-- follows from the calling off.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local n, ends = 0, 0
local x
x = bh.loadable("x", { timeout = "10ms", retry = { max = 1, base = "1ms" }, load = function()
  n = n + 1
  if n == 2 then bh.on_close(function() x:refresh() end) end
  if n == 2 or n == 3 then
    local number <close> = setmetatable({}, { __close = function() ends = ends + 1 end })
    bh.sleep "1h"
  end
  return n
end })
print(x:await())                                  -- expect: 1
x:refresh()
-- The second attempt is too late; what its cleanup asks for is too late as well, and is tried again.
wait_for(function() return n == 3 end)
print(ends, x "face":get(), x "attempts":get())   -- expect: 1	reloading	1
wait_for(function() return x "face":get() == "loaded" end)
print(ends, n, x "value":get(), x "attempts":get())   -- expect: 2	4	4	2
