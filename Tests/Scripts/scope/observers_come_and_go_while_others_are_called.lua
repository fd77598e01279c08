-- Contract 35: one that is removed before its turn does not run; one that is added gets the present value once, after the
-- wave, and is never lost, whatever is written meanwhile.
local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
local function watch(name, cell, options)
  return cell:observe(function(new, old) print(name, new, old) end, options)
end
a:observe(function(v)
  if v == 1 then
    watch("on a", a)
    watch("on b", b)
    watch("on b later", b, { initial = false })
    b:set(10)
    watch("derived", b:map(function(x) return -x end))
    print("added")
  elseif v == 2 then
    -- added, and its cell is written in the same callback and by the next one
    watch("twice", b)
    b:set(20)
  end
end, { initial = false })
a:observe(function(v) if v == 2 then b:set(30) end print("end of the wave", v) end, { initial = false })
a:set(1)
-- expect: added
-- expect: end of the wave	1
-- expect: on a	1	nil
-- expect: on b	0	nil
-- expect: derived	0	nil
-- expect: on b	10	0
-- expect: on b later	10	0
-- expect: derived	-10	0
a:set(2)
-- expect: end of the wave	2
-- expect: on a	2	1
-- expect: twice	10	nil
-- expect: on b	30	10
-- expect: on b later	30	10
-- expect: twice	30	10
-- expect: derived	-30	-10
-- one that removes another and puts a new one in its place, again and again
local c, current, made = bh.bindable(0), nil, 0
local function fresh()
  if current then current:stop() end
  made = made + 1
  local name = "fresh" .. made
  current = c:observe(function(v) print(name, v) end, { initial = false })
end
c:observe(fresh, { initial = false })
fresh()
c:set(1)
c:set(2)
fresh()
local all = {}
c:observe(function() for _, h in ipairs(all) do h:stop() end all = {} end, { initial = false })
for i = 1, 3 do all[i] = c:observe(function() print("removed", i) end, { initial = false }) end
bh.effect(function() if c:get() > 2 then bh.scope(function() c:observe(function(v) print("in the effect", v) end) end) end end)
c:set(3)                                 -- expect: in the effect	3
print(made)                              -- expect: 5
