-- Contract L-16, L-17: while another key's value or a placeholder shows, there is no value yet, and it is loading.
local bh = require "bindhost"
local key = bh.bindable(1)
local function look(x) print(x "value":get(), x "face":get(), x "value":has_value()) end
local function load(ctx) bh.sleep("5ms") return "D" .. ctx.key end
local detail = bh.loadable("detail", { key = function(k) return k or key:get() end, keep = "key", load = load })
detail "value":observe(function() end)
detail(1):await()
look(detail)     -- expect: D1	loaded	true
key:set(2)
look(detail)     -- expect: D1	loading	false
detail(2):await()
look(detail)     -- expect: D2	loaded	true
local sampled = bh.loadable("sampled", { key = function(k) return k or key:get() end, placeholder = "…", load = load })
sampled "value":observe(function() end)
look(sampled)    -- expect: …	loading	false
sampled(2):await()
look(sampled)    -- expect: D2	loaded	true
