-- Contract 49, 50: of several conditional bindings each gives back what is below it, and the last one that there was nothing.
local bh = require "bindhost"
local target = bh.bindable()
local low, high, on, over = bh.bindable "low", bh.bindable "high", bh.bindable(true), bh.bindable(false)
local below = bh.bind(low, target, { when = on, priority = 1 })
local above = bh.bind(high, target, { when = over, priority = 2 })
local function show() print(target:get(), target:has_value()) end
show()                                           -- expect: low	true
over:set(true)
show()                                           -- expect: high	true
on:set(false)
show()                                           -- expect: high	true
over:set(false)
show()                                           -- expect: nil	false
bh.transaction(function() on:set(true) over:set(true) end)
show()                                           -- expect: high	true
bh.transaction(function() on:set(false) over:set(false) end)
show()                                           -- expect: nil	false
bh.transaction(function() on:set(true) over:set(true) end)
below:stop()
show()                                           -- expect: high	true
above:stop()
show()                                           -- expect: nil	false
-- One without a condition that has nothing to say yet leaves it so, and leaves its value for good once it has spoken.
local later = bh.bindable()
bh.bind(later, target, { priority = 1 })
bh.bind(high, target, { when = over, priority = 2 })
show()                                           -- expect: high	true
over:set(false)
show()                                           -- expect: nil	false
over:set(true)
later:set "said"
over:set(false)
show()                                           -- expect: said	true
-- What had it from a source that has no value any more gives it back too.
local source, held, far = bh.bindable(), bh.bindable(true), bh.bindable()
bh.bind(low, source, { when = held })
bh.bind(source, far, { when = bh.bindable(true) })
print(far:get())                                 -- expect: low
held:set(false)
print(source:has_value(), far:has_value())       -- expect: false	false
