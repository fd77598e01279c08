-- Contract 54, 15: of what has no value any more none is held back, and the next one waits like a first one.
local bh = require "bindhost"
local source, when, target = bh.bindable(5), bh.bindable(true), bh.bindable()
local quiet, seen = target:debounce "10ms", 0
quiet:observe(function(new, old) seen = seen + 1 print("quiet", new, old) end)
bh.bind(source, target, { when = when })
repeat bh.sleep "1ms" until seen == 1            -- expect: quiet	5	nil
when:set(false)
print(quiet:get(), quiet:has_value())            -- expect: nil	false
source:set(6)
when:set(true)
print(quiet:get(), quiet:has_value())            -- expect: nil	false
repeat bh.sleep "1ms" until seen == 2            -- expect: quiet	6	nil
source:set(7)
when:set(false)
bh.sleep "20ms"
print(seen, quiet:has_value())                   -- expect: 2	false
