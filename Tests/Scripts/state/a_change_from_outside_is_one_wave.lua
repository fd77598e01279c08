local bh = require "bindhost"
local folder = require "_folder"
local path = folder .. "/s.json"
local url = "file:" .. path
local s = bh.state("s", { a = 0, b = 0 }, { store = url, save_after = 0 })
local sum = bh.combine({ s "a", s "b" }, function(a, b) return a + b end)
local waves = {}
local h <close> = sum:observe(function(new, old, cause)
  waves[#waves + 1] = ("%d %s"):format(new, cause.kind)
end, { initial = false })
bh.fs.write(path, '{"s": {"version": 1, "value": {"a": 1, "b": 10}}}')
while s "b":get() == 0 do bh.sleep "5ms" end
s "a":set(2)
print(s:save())                                          -- expect: true
bh.sleep "300ms"                                         -- its own file event says nothing new
print(table.concat(waves, ", "))                         -- expect: 11 external, 12 write
print(tostring(s "b":why()):match 'change in store "file:') -- expect: change in store "file:
-- what waits here wins over what comes, field by field
local t = bh.state("t", { a = 0, b = 0 }, { store = url, save_after = "1h" })
t "a":set(5)
bh.fs.write(path, '{"t": {"version": 1, "value": {"a": 100, "b": 100}}}')
while t "b":get() == 0 do bh.sleep "5ms" end
print(t "a":get(), t "b":get(), t:save())                -- expect: 5	100	true
-- or a function decides
local u = bh.state("u", 1, { store = url, save_after = "1h", merge = function(mine, theirs, base)
  print("merge", mine, theirs, base)                     -- expect: merge	3	10	1
  return mine + theirs - base
end })
u:set(3)
bh.fs.write(path, '{"u": {"version": 1, "value": 10}}')
while u:get() == 3 do bh.sleep "5ms" end
print(u:get(), u:save())                                 -- expect: 12	true
print(bh.json.decode(bh.fs.read(path)).u.value)          -- expect: 12
