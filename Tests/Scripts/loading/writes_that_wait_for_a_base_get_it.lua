-- Contract W-1, W-3, R-3: writes to a loadable that has no value wait for one, however many stand behind each other.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local answered = 0
local function loadable(name)
  local L = bh.loadable(name, { load = function() bh.sleep "2ms" return 10 end })
  local function write(tag, options)
    local given = { apply = function(base) return base + 1 end, send = function(new, old)
      print(name, "send", tag, new, old)
      bh.sleep "1ms"
      answered = answered + 1
      return true
    end }
    for key, value in pairs(options or {}) do given[key] = value end
    L:write(given)
  end
  return L, write
end
-- So many writes were answered since the last time.
local function ended(L, count)
  wait_for(function() return answered == count end)
  answered = 0
  print(L "face":get(), L "value":get())
end

local a, write = loadable "a"
a "value":observe(function() end)
write "A"
write "B"
bh.after("1ms", function() write "C" end)
ended(a, 3)
-- expect: a	send	A	11	10
-- expect: a	send	B	12	11
-- expect: a	send	C	13	12
-- expect: loaded	13
write "D"
write "E"
a:reset()
ended(a, 2)
-- expect: a	send	D	11	10
-- expect: a	send	E	12	11
-- expect: loaded	12

-- Nobody observes it, and one of them asks first.
local b, ask = loadable "b"
ask("A", { confirm = function() return true end })
ask "B"
b:await()
ended(b, 2)
-- expect: b	send	A	11	10
-- expect: b	send	B	12	11
-- expect: loaded	12

-- Where there will be no base, all of them end.
local failing = bh.loadable("failing", { load = function() return nil, "no" end, retry = 0 })
local errors = 0
bh.on_error(function() errors = errors + 1 end)
for _ = 1, 2 do failing:write { apply = function(base) return base + 1 end, send = function() return true end } end
wait_for(function() return errors > 0 end)
print(failing "face":get(), errors > 0)                 -- expect: failed	true
