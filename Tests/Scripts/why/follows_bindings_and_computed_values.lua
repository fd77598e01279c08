-- Contract 70: a binding is named with the line that made it, a computed value with the input that was written last.
local bh = require "bindhost"
local function say(why) print((tostring(why):gsub("[^ (]*follows_bindings_and_computed_values.lua", "here"))) end
local celsius, shown = bh.bindable(20, { name = "celsius" }), bh.bindable("", { name = "shown" })
local fahrenheit = celsius:map(function(c) return c * 9 // 5 + 32 end)
bh.bind(fahrenheit, shown, tostring)
celsius:set(100)
say(shown:why())
-- expect: shown = "212"
-- expect:   = binding celsius:map(here:5) → shown  here:6
-- expect:   = caused by  write  →  celsius  here:7
-- expect:   = caused by  main chunk
say(fahrenheit:why())
-- expect: celsius:map(here:5) = 212
-- expect:   = follows from  celsius
-- expect:   = write  →  celsius  here:7
-- expect:   = caused by  main chunk
local other = bh.bindable(1, { name = "other" })
local sum = bh.computed(function() return fahrenheit:get() + other:get() end)
other:set(2)
print(table.concat(sum:why().inputs, " "), sum:why().line)  -- expect: other	20
celsius:set(0)
say(sum:why())
-- expect: computed(here:19) = 34
-- expect:   = follows from  celsius:map(here:5)  ←  celsius
-- expect:   = write  →  celsius  here:22
-- expect:   = caused by  main chunk
local a, b = bh.bindable(1, { name = "a" }), bh.bindable(0, { name = "b" })
bh.link(a, b, { to = function(v) return -v end, from = function(v) return -v end })
b:set(5)
say(a:why())
-- expect: a = -5
-- expect:   = link a ↔ b  here:29
-- expect:   = caused by  write  →  b  here:30
-- expect:   = caused by  main chunk
local broken = bh.computed(function() return other:get() .. nil end)
print((tostring(broken:why()):match "^computed%b() could not be computed: script.error"))
-- expect: nil
print((tostring(broken:why()):match "could not be computed"), broken:why().line)  -- expect: could not be computed	20
