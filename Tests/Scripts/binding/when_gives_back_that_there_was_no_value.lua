-- Contract 49, 15: a target that had no value before has none again, as before its first update; who follows it is told nothing of that,
-- and its next delivery has no old value.
local bh = require "bindhost"
local source, when, target = bh.bindable(5), bh.bindable(true), bh.bindable()
local function observed(ref, name)
  ref:observe(function(new, old, cause) print(name, new, old, cause.first) end)
end
local double, copy, given = target:map(function(v) return v * 2 end), bh.bindable("copy"), 0
observed(target, "target")
observed(double, "double")
bh.bind(target, copy)
bh.bind(target, function(v) given = given + v end, { map = function(v) return v end })
bh.effect(function() print("effect", target:get(), target:has_value(), double:has_value()) end)
-- expect: effect	nil	false	false
local binding = bh.bind(source, target, { when = when })
-- expect: target	5	nil	true
-- expect: double	10	nil	true
-- expect: effect	5	true	true
when:set(false)                                  -- expect: effect	nil	false	false
print(target:get(), target:has_value(), double:get(), double:has_value(), copy:get(), given)
-- expect: nil	false	nil	false	5	5
when:set(true)
-- expect: target	5	nil	true
-- expect: double	10	nil	true
-- expect: effect	5	true	true
print(given)                                     -- expect: 10
binding:stop()                                   -- expect: effect	nil	false	false
-- in one wave nothing has happened
binding = bh.bind(source, target, { when = when })
-- expect: target	5	nil	true
-- expect: double	10	nil	true
-- expect: effect	5	true	true
bh.transaction(function() when:set(false) when:set(true) end)
print(target:get(), given)                       -- expect: 5	15
when:set(false)                                  -- expect: effect	nil	false	false
-- what is written by hand stands, and is what comes back later
target:set(1)
-- expect: target	1	nil	true
-- expect: double	2	nil	true
-- expect: effect	1	true	true
when:set(true)
-- expect: target	5	1	nil
-- expect: double	10	2	nil
-- expect: effect	5	true	true
when:set(false)
-- expect: target	1	5	nil
-- expect: double	2	10	nil
-- expect: effect	1	true	true
