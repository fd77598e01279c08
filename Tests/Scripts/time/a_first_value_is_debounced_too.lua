-- CONTRACT 54, 14: what is written is no present value: of a cell that had none the first value waits like any other. A throttled one
-- comes at once, and so does what is there by the time somebody begins to look.
local bh = require "bindhost"
local query, seen = bh.bindable(), {}
local quiet = query:debounce "40ms"
quiet:observe(function(new, old, cause) seen[#seen + 1] = new print("quiet", new, old, cause.first) end)
query:throttle "40ms":observe(function(new) print("often", new) end)
query:set "a"                                    -- expect: often	a
query:set "ab"
print(#seen, quiet:get(), quiet:has_value())     -- expect: 0	nil	false
bh.transaction(function()
  query:set "abc"
  print(quiet:get())                             -- expect: nil
end)
-- What has a value by now begins with it.
local late = query:debounce "40ms":observe(function(new) print("late", new) end)   -- expect: late	abc
repeat bh.sleep "1ms" until #seen == 1
-- expect: often	abc
-- expect: quiet	abc	nil	true
late:stop()
print(quiet:get(), quiet:has_value())            -- expect: abc	true
-- made in a transaction it begins with what that commits, and with nothing where that is nothing
local one, other = bh.bindable(), bh.bindable()
bh.transaction(function()
  one:debounce "40ms":observe(function(new) print("one", new) end)
  other:debounce "40ms":observe(function(new) print("other", new) seen.other = new end)
  one:set(1)
end)                                             -- expect: one	1
other:set(2)
print "written"                                  -- expect: written
repeat bh.sleep "1ms" until seen.other           -- expect: other	2
