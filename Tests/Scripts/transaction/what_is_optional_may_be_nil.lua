-- LUA_API: an optional argument may be nil, also in front of others.
local bh = require "bindhost"
local a = bh.bindable(0)
a:observe(function(new, _, cause) print(new, cause.label) end, { initial = false })
print(bh.transaction(nil, function() a:set(1) a:set(2) return "done" end))
-- expect: 2	nil
-- expect: done
print((bh.transaction({ label = "named" }, function() a:set(3) return nil end)))
-- expect: 3	named
-- expect: nil
print(pcall(bh.transaction, "label", function() end))
-- expect: false	bind.argument: what_is_optional_may_be_nil.lua:11: bh.transaction: argument 1 (options): a table such as {label = "…"} expected, got string

print(bh.scope(nil, function() end))              -- expect: scope(scope)
print(bh.scope("own", function() end))            -- expect: scope(own)
print(select(2, pcall(bh.scope, nil)).message)    -- expect: bh.scope: argument 1 (fn): function expected, got nil
