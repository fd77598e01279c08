-- Contract 7: each observer has an old value of its own, also over pauses, errors and values that it never saw.
local bh = require "bindhost"
local a = bh.bindable(1)
local always = a:observe(function(new, old) print("always", new, old) end)  -- expect: always	1	nil
local paused = a:observe(function(new, old) print("paused", new, old) end)  -- expect: paused	1	nil
paused:pause()
a:set(2)          -- expect: always	2	1
a:set(3)          -- expect: always	3	2
paused:resume()   -- expect: paused	3	1
-- a late one without a first delivery starts from the value that it found
local late = a:observe(function(new, old) print("late", new, old) end, { initial = false })
always:stop() paused:stop()
a:set(4)          -- expect: late	4	3
bh.transaction(function() a:set(5) a:set(6) end)  -- expect: late	6	4
late:stop()
-- of a derived cell
local even = a:map(function(v) return v % 2 == 0 end)
even:observe(function(new, old) print("even", new, old) end)  -- expect: even	true	nil
a:set(8)
a:set(9)          -- expect: even	false	true
-- tables are old values too, as they were
local list = bh.bindable { 1 }
list:observe(function(new, old) print(#new, old and #old) end)  -- expect: 1	nil
list:push(2)      -- expect: 2	1
list:push(3)      -- expect: 3	2
-- a raising delivery was a delivery
bh.on_error(function() print "raised" end)
local e = bh.bindable(1)
e:observe(function(new, old) if new == 2 then error "two" end print(new, old) end)  -- expect: 1	nil
e:set(2)          -- expect: raised
e:set(3)          -- expect: 3	2
