-- Contract 58, 59: the end that asked is given back what stands, once, also if the source is asked through a lens, and if
-- the source is the link's target.
local bh = require "bindhost"
local function source(name, answer)
  return bh.source {
    name = name,
    get = function() return 1 end,
    set = function()
      bh.sleep("1ms")
      if answer then return answer end
      return nil, "no"
    end,
  }
end
local first, second, third = source "first", source "second", source("third", true)
local function settled(cell) while cell "$pending":get() > 0 do bh.sleep("1ms") end end
while not (first:has_value() and second:has_value() and third:has_value()) do bh.sleep("1ms") end
bh.on_error(function(err) print("refused", err.message) end)
local field = bh.bindable("")
bh.link(first:through { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "whole" end }, field)
field:set("5")
print(field:get(), first:get())                   -- expect: 5	1
settled(first)                                    -- expect: refused	no
print(field:get(), first:get())                   -- expect: 1	1
local wish = bh.bindable(9)
bh.link(wish, second)
wish:observe(function(v) print("wish", v) end)    -- expect: wish	9
settled(second)
-- expect: wish	1
-- expect: refused	no
print(wish:get(), second:get())                   -- expect: 1	1
local granted = bh.bindable(7)
bh.link(granted, third)
granted:observe(function(v) print("granted", v) end)   -- expect: granted	7
settled(third)
print(granted:get(), third:get())                 -- expect: 7	7
