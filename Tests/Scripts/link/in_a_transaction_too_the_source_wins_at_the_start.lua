-- CONTRACT 16, 37: a link starts at the commit, and there its source wins, whatever was written before.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(2)
bh.transaction(function() b:set(20) bh.link(a, b) end)
print(a:get(), b:get())                        -- expect: 1	1
b:set(3)
print(a:get(), b:get())                        -- expect: 3	3
local e, f = bh.bindable(), bh.bindable(2)
bh.transaction(function() f:set(20) bh.link(e, f) end)
print(e:get(), f:get())                        -- expect: 20	20
local c, d = bh.bindable(1), bh.bindable(2)
bh.go(function()
  d:set(20)
  bh.link(c, d)
  bh.sleep "1ms"
  print(c:get(), d:get())                      -- expect: 1	1
end)

-- Also over what was written to a place of a source before that, whatever is written elsewhere in it.
for _, optimistic in ipairs { false, true } do
  local out = { a = 1, b = 2 }
  local outside = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
    out = new
    return true
  end }
  bh.sleep "1ms"
  local near = bh.bindable(900)
  bh.transaction(function()
    outside "b":set(45)
    bh.link(near, outside "b")
    outside "a":set(65)
  end)
  repeat bh.sleep "1ms" until outside "$pending":get() == 0
  print(optimistic, near:get(), out.a, out.b)
end
-- expect: false	900	65	900
-- expect: true	900	65	900
