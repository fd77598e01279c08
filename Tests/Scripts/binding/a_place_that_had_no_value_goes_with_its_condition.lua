-- Contract 49, 15: what a conditional binding has made around a place in what had no value goes with it, unless others stand in there; the
-- places of what has no value any more have none either.
local bh = require "bindhost"
local source, when = bh.bindable(5), bh.bindable(true)
local whole = bh.bindable()
local place = whole:at("a.b", { create = true })
place:observe(function(new, old, cause) print("place", new, old, cause.first) end)
bh.bind(source, place, { when = when })          -- expect: place	5	nil	true
when:set(false)
print(whole:has_value(), place:has_value())      -- expect: false	false
when:set(true)                                   -- expect: place	5	nil	true
whole:at "c":set(1)
when:set(false)                                  -- expect: place	nil	5	nil
print(bh.json.encode(whole:get()))               -- expect: {"c":1}
-- of a whole
local other, on = bh.bindable(), bh.bindable(true)
local part = other "x"
part:observe(function(new, old, cause) print("part", new, old, cause.first) end)
bh.bind(bh.bindable { x = 1 }, other, { when = on })
-- expect: part	1	nil	true
on:set(false)
print(part:get(), part:has_value())              -- expect: nil	false
on:set(true)                                     -- expect: part	1	nil	true
