-- Contract 10, 17: An observer that one callback lets go on, and whose missed change another callback of the wave has put back, has missed nothing.
-- What was touched meanwhile is told all the same.
local bh = require "bindhost"
local m = bh.model("m", { x = 1, y = 0, go = 0 })

local told = {}
local watcher = m "x":observe(function(new, old) told[#told + 1] = tostring(old) .. ">" .. tostring(new) end)
local computed = m "x":map(function(x) return x * 10 end)
local far = computed:observe(function(new, old) told[#told + 1] = tostring(old) .. "=>" .. tostring(new) end)
m "go":observe(function() watcher:resume() far:resume() end, { initial = false })
m "go":observe(function() m "x":set(1) end, { initial = false })

watcher:pause()
far:pause()
m "x":set(2)
m "go":set(1)
print(table.concat(told, " ")) -- expect: nil>1 nil=>10

-- Both still follow.
m "x":set(3)
print(table.concat(told, " ")) -- expect: nil>1 nil=>10 1>3 10=>30

watcher:pause()
far:pause()
m "x":touch()
m "x":set(3)
m "go":set(2)
print(table.concat(told, " ")) -- expect: nil>1 nil=>10 1>3 10=>30 3>1 30=>10

watcher:pause()
m "x":touch()
m "go":set(3)
print(table.concat(told, " ")) -- expect: nil>1 nil=>10 1>3 10=>30 3>1 30=>10 1>1
