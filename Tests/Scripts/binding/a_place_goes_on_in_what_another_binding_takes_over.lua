-- Contract 49, 50: where a binding of a whole ends, and the one below it is told something in the same transaction, one above that of a place in it
-- goes on too.
local bh = require "bindhost"
local d = bh.bindable { x = {} }
local below = bh.bindable { z = 11 }
bh.bind(below, d "x", { priority = 0 })
local h = bh.bind(bh.bindable { z = 13 }, d "x", { when = bh.bindable(true), priority = 2 })
bh.bind(bh.bindable(14), d "x.z", { when = bh.bindable(true), priority = 1 })
print(d "x.z":get())                             -- expect: 13
bh.transaction(function()
  below:set { z = 15, y = 1 }
  h:stop()
end)
print(bh.json.encode(d:get()))                   -- expect: {"x":{"y":1,"z":14}}
