-- Contract 2.2 "key changed", L-16: who looks at a family's own cells follows the key; `keep = "key"` bridges the gap.
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
kept "value":observe(function(v) print("kept", v) end)
kept "face":observe(function(v) print("face", v) end)
-- expect: face	loading
settled()
-- expect: plain	item 1
-- expect: kept	item 1
-- expect: face	loaded
selected:set(2)
-- expect: face	loading
print(kept "value":get(), plain "value":get())   -- expect: item 1	nil
settled()
-- expect: plain	item 2
-- expect: kept	item 2
-- expect: face	loaded
selected:set(3)
-- expect: face	loading
settled()
-- expect: face	failed
print(kept "value":get(), kept "error":get().message)   -- expect: nil	no such
