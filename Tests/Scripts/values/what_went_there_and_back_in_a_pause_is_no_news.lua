-- Contract 5, 17: a derived value that is what it was when its observer goes on is no news, then or with the next change elsewhere.
local bh = require "bindhost"
local a = bh.bindable(2)
local least = a:map(function(v) return math.min(v, 2) end)
local observer = least:observe(function(new, old) print("observer", new, old) end)   -- expect: observer	2	nil
local binding = bh.bind(least, function(new) print("binding", new) end)               -- expect: binding	2
for _, handle in ipairs { observer, binding } do handle:pause() end
a:set(1)
least:get()
a:set(2)
for _, handle in ipairs { observer, binding } do handle:resume() end
a:set(3)
a:set(0)
-- expect: observer	0	2
-- expect: binding	0
