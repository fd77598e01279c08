-- CONTRACT 43 and 45: going back to what was there clears refused input, and the same edit is answered each time.
local bh = require "bindhost"
local age, text = bh.bindable(36), bh.bindable("")
local link = bh.link(age, text, { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "a number" end })
text:set("abc")
print(link("status"):get(), link("input"):get())         -- expect: invalid	abc
text:set("36")
print(link("status"):get(), link("input"):get())         -- expect: ok	nil
-- a field that coerces, behind a validator: the view is rewritten each time
local m = bh.model("m", { even = bh.field { default = 16, check = function(v) return true, v // 2 * 2 end } })
local view = bh.bindable(0)
bh.link(m "even", view, { validate = function(v) return v < 100, "too much" end })
for _ = 1, 3 do
  view:set(17)
  print(m("even"):get(), view:get())                     -- expect: 16	16
end                                                      -- expect: 16	16
                                                         -- expect: 16	16
-- an end that turns a value into one that does not come back says so
local source, target = bh.bindable(0), bh.model("t", { v = bh.field { default = 0, check = function(v) return true, -v end } }) "v"
link = bh.link(source, target, { from = function(v) if v < 0 then return nil, "negative" end return v end })
source:set(5)
print(source:get(), target:get(), link("status"):get(), link("input"):get())   -- expect: 5	-5	invalid	-5
