-- Contract 2.2 "key changed", 10, L-16: who looks at a family's own cells follows the key, and is told nil where a key has no
-- value; only `keep = "key"` bridges the gap.
local bh = require "bindhost"
local selected = bh.bindable(1)
local function family(name, keep)
  return bh.loadable(name, { keep = keep, key = function() return selected:get() end, load = function(ctx)
    bh.sleep("1ms")
    if ctx.key == 3 then return nil, "no such" end
    return "item " .. ctx.key
  end })
end
local plain, kept = family("plain"), family("kept", "key")
local function settled()
  repeat bh.sleep "1ms" until plain "face":peek() ~= "loading" and kept "face":peek() ~= "loading"
end
plain "value":observe(function(v) print("plain", v) end)
local bound = bh.bindable("none yet")
bh.bind(plain "value", bound)
local label = bh.ui.label { text = plain "value":map(function(v) return v and "the " .. v or "nothing" end) }
kept "value":observe(function(v) print("kept", v) end)
kept "face":observe(function(v) print("face", v) end)
-- expect: face	loading
print(bound:get(), label "text":get() == "")      -- expect: none yet	true
settled()
-- expect: plain	item 1
-- expect: kept	item 1
-- expect: face	loaded
print(bound:get(), label "text":get())           -- expect: item 1	the item 1
selected:set(2)
-- expect: plain	nil
-- expect: face	loading
print(kept "value":get(), plain "value":get(), plain "value":has_value())   -- expect: item 1	nil	false
print(bound:get(), label "text":get())           -- expect: nil	nothing
settled()
-- expect: plain	item 2
-- expect: kept	item 2
-- expect: face	loaded
selected:set(3)
-- expect: plain	nil
-- expect: face	loading
settled()
-- expect: kept	nil
-- expect: face	failed
print(kept "value":get(), kept "error":get().message)   -- expect: nil	no such
print(bound:get(), label "text":get())           -- expect: nil	nothing
selected:set(1)
-- expect: plain	item 1
-- expect: kept	item 1
-- expect: face	reloading
-- What a key itself gives up stands in for nothing.
kept(1):reset()
-- expect: kept	nil
-- expect: face	loading
print(kept "value":get())                        -- expect: nil
settled()
-- expect: kept	item 1
-- expect: face	loaded
