-- Contract 20: what was touched while its observer was paused is told when it goes on, also where the value went away and
-- came back besides; going away and coming back alone is nothing.
local bh = require "bindhost"
local cell = bh.bindable("A")
local observer = cell:observe(function(new, old) print(new, old) end)   -- expect: A	nil
observer:pause()
cell:set("B") cell:set("A")
observer:resume()
print("nothing")                            -- expect: nothing
observer:pause()
cell:touch()
cell:set("B") cell:set("A")
observer:resume()                           -- expect: A	A
observer:pause()
observer:resume()
observer:pause()
cell:set("B") cell:set("A")
observer:resume()
print("nothing")                            -- expect: nothing
