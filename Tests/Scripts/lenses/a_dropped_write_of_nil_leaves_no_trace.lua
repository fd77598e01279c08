-- Contract 22, 24 and 51: a place whose removal was rolled back goes away later as any other does.
local bh = require "bindhost"
local m = bh.model("m", { hosts = bh.field { type = "map", default = { a = 1, b = 2 } } })
local host = m 'hosts["a"]'
host:observe(function(v, old) print("told", v, old) end)         -- expect: told	1	nil
pcall(bh.transaction, function() host:set(nil) error "x" end)
m "hosts":set { b = 2 }
print(host:get(), host:detached())                               -- expect: 1	true
m "hosts":set { a = 5 }                                          -- expect: told	5	1
bh.transaction(function()
  pcall(bh.transaction, function() host:modify(function() return nil end) error "x" end)
end)
m "hosts":set {}
print(host:get(), host:detached())                               -- expect: 5	true
m "hosts":set { a = 6 }                                          -- expect: told	6	5
host:set(nil)                                                    -- expect: told	nil	6
print(host:get())                                                -- expect: nil
