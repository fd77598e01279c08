-- Contract W-5: the other side has something newer and does not say what: it is asked, so that the next write fits.
local bh = require "bindhost"
local server = 1
local function set(new, old)
  if old ~= server then return nil, { kind = "conflict", message = "changed meanwhile" } end
  server = new
  return true
end
local src = bh.source { name = "src", get = function() return server end, set = set }
server = 50
local ok, err = src:set(2)
print(ok, err.kind)                            -- expect: nil	conflict
while src:get() ~= 50 do bh.sleep "1ms" end
print(src:set(2), src:get(), server)           -- expect: true	2	2

local box = bh.loadable("box", { fresh = "1h", load = function() return server end })
box "value":observe(function() end)
box:await()
server = 70
local failed
bh.on_error(function() failed = true end)
box:write { apply = function(base) return base + 1 end, send = set }
while box "value":get() ~= 70 do bh.sleep "1ms" end
print(failed)                                  -- expect: true
box:write { apply = function(base) return base + 1 end, send = set }
while server ~= 71 do bh.sleep "1ms" end
print(box "value":get())                       -- expect: 71
