-- CONTRACT 18, 42: identity and "never" hold in a wave in which a link has written an end again.
local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
bh.link(a, b, { to = function(v) return v end, from = function(v) return math.min(v, 10) end })
local one = bh.bindable({}, { equals = "identity" })
local m = bh.model("m", { always = bh.bindable(1, { equals = "never" }) })
local seen = {}
one:observe(function() seen[#seen + 1] = "identity" end, { initial = false })
m:observe(function() seen[#seen + 1] = "record" end, { initial = false })
bh.transaction(function()
  b:set(99)
  one:set {}
  m "always":set(1)
end)
table.sort(seen)
print(b:get(), table.concat(seen, " "))     -- expect: 10	identity record
