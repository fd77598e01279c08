-- Contract 70: what a source or a loadable has brought names the line that declares it.
local bh = require "bindhost"
local function say(ref) print((tostring(bh.why(ref)):gsub("[^ (]*what_the_outside_has_brought_names_its_declaration.lua", "here"))) end
local fast = bh.source { name = "fast", get = function() return 1 end, set = function() return true end }
local rate = bh.loadable("rate", { load = function() bh.sleep "1ms" return 2 end })
local double = rate "value":map(function(v) return v and v * 2 end)
double:observe(function() end)
while not rate "value":get() do bh.sleep "1ms" end
say(fast)
-- expect: fast = 1
-- expect:   = source  →  fast  here:4
-- expect:   = caused by  main chunk
say(rate "value")
-- expect: rate.value = 2
-- expect:   = source  →  rate.value  here:5
-- expect:   = caused by  source "load of rate"
-- expect:   = caused by  main chunk
say(rate "face")
-- expect: rate.face = "loaded"
-- expect:   = source  →  rate.face  here:5
-- expect:   = caused by  source "load of rate"
-- expect:   = caused by  main chunk
