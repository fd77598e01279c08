-- `bh.all`, `bh.race`, `bh.timeout`: what is not needed any more is called off.
local bh = require "bindhost"
local ended = {}
local function work(name, time, ...)
  local results = table.pack(...)
  return function()
    bh.on_close(function() ended[#ended + 1] = name end)
    bh.sleep(time)
    ended[#ended + 1] = name .. "!"
    return table.unpack(results, 1, results.n)
  end
end
local both = bh.all { work("a", "2ms", 1), work("b", "1ms", 2) }
print(both[1], both[2], #both)                                     -- expect: 1	2	2
local named = bh.all { first = work("c", 0, "x"), second = work("d", 0) }
print(named.first, named.second)                                   -- expect: x	nil
ended = {}
print(bh.all { work("slow", "10s", 1), work("bad", "1ms", nil, "no") })   -- expect: nil	no
table.sort(ended)
print(table.concat(ended, " "))                                    -- expect: bad bad! slow
print(bh.race { work("e", "10s", "slow"), work("f", "1ms", "fast", 2) })  -- expect: fast	2
print(pcall(bh.all, { function() error "raised" end }))            -- expect: false	all_race_and_timeout.lua:22: raised
local value, err = bh.timeout("2ms", work("g", "10s", 1))
print(value, err.kind)                                             -- expect: nil	timeout
print(bh.timeout("10s", work("h", 0, 1, 2, 3)))                    -- expect: 1	2	3
local fetched = bh.loadable("fetched", { load = function() return 42 end })
local failing = bh.loadable("failing", { load = function() return nil, "down" end })
print(bh.all({ fetched, work("i", 0, 1) })[1])                     -- expect: 42
print(bh.all { fetched, failing })                                 -- expect: nil	script.error: down
print(#bh.all {})                                                  -- expect: 0
print(select("#", bh.race { function() end }))                     -- expect: 1
print(pcall(bh.race, {}))
-- expect: false	bind.argument: all_race_and_timeout.lua:32: bh.race: argument 1 (functions): at least one function expected, got table
bh.bindable(1):observe(function() print(select(2, pcall(bh.all, {})).id) end)  -- expect: bind.yield
