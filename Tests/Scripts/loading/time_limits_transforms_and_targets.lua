-- Contract T-1, L-15, L-17, L-20: an attempt has a limit; no answer is a mistake; a transform's error is one of its own;
-- `into` is written in the same wave; a placeholder is no value.
local bh = require "bindhost"
local slow = bh.loadable("slow", { timeout = "3ms", retry = 1, load = function() bh.sleep("1h") end })
bh.sleep(0)
local value, err = slow:await()
print(value, err.kind, err.id, slow "attempts":get())          -- expect: nil	timeout	load.timeout	2
local empty = bh.loadable("empty", { load = function() end })
print(select(2, empty:await()).kind)                           -- expect: programming
local model = bh.model("m", { n = 0, face = "" })
local number = bh.loadable("number", { load = function() bh.sleep("1ms") return "21" end, into = model "n",
  transform = function(text) return tonumber(text) * 2 end, placeholder = 7, fresh = "1h" })
number "value":observe(function(v) print("value", v, number "value":has_value(), model "n":get()) end)
-- expect: value	7	false	0
bh.sleep("10ms")                                               -- expect: value	42	true	42
print(model "n":get(), number "face":get())                    -- expect: 42	loaded
number:load()
print(number "face":get())                                     -- expect: loaded
local broken = bh.loadable("broken", { load = function() return 1 end, transform = function(v) return v.x.y end })
local _, why = broken:await()
print(why.kind, why.id)                                        -- expect: transform	bind.transform_failed
print((pcall(function() number "value":set(1) end)), (tostring(select(2, pcall(function() number "value":set(1) end))):match "^[%w_.]+"))
-- expect: false	bind.read_only
print((tostring(select(2, pcall(bh.loadable, "z", { laod = print }))):match "did you mean .*"))   -- expect: did you mean 'load'?)
local scope = bh.scope("s", function() scoped = bh.loadable("scoped", { load = function() return 1 end }) end)
scope:close()
print((tostring(select(2, pcall(scoped.load, scoped))):match "^[%w_.]+"))                       -- expect: bind.disposed
