-- CONTRACT 57: serial unless said otherwise; parallel, latest, reject; an older answer never overwrites a newer one.
local bh = require "bindhost"
-- A device whose setter takes its time (2 ms or as `times` says), what it was asked, and what its writers heard.
local function device(order, optimistic, times)
  local asked, heard, running = {}, {}, 0
  local source = bh.source { order = order, optimistic = optimistic, get = function() return 0 end,
    set = function(new, old)
      asked[#asked + 1] = old .. ">" .. new
      bh.sleep(times and times[new] or "2ms")
      if new == 13 then return nil, "thirteen" end
      return true
    end }
  local function write(method, argument)
    running = running + 1
    bh.go(function()
      local ok, err = source[method](source, argument)
      heard[#heard + 1] = tostring(argument):gsub("^function.*", "function") .. ": " .. tostring(ok or err.id or err)
      running = running - 1
    end)
  end
  local function settled()
    while running > 0 do bh.sleep "1ms" end
    return source:get(), table.concat(asked, " "), table.concat(heard, ", ")
  end
  return source, write, settled
end

local s, write, settled = device "serial"
for i = 1, 3 do write("modify", function(v) return v * 2 + i end) end
print(settled())              -- expect: 11	0>1 1>4 4>11	function: true, function: true, function: true
-- one that fails fails nobody else; functions are applied anew on what stands
s, write, settled = device("serial", true)
write("set", 13)
write("modify", function(v) return v + 1 end)
bh.sleep(0)
print(s:get())                -- expect: 14
print(settled())              -- expect: 1	0>13 0>1	13: script.error, function: true

s, write, settled = device("parallel", true, { [1] = "20ms", [2] = "1ms" })
local seen = {}
s:observe(function(v) seen[#seen + 1] = v end)
write("set", 1)
write("set", 2)
print(settled())              -- expect: 2	0>1 1>2	2: true, 1: true
print(table.concat(seen, " "))   -- expect: 0 1 2

s, write, settled = device("latest", false, { [1] = "1h" })
write("set", 1)
bh.sleep "2ms"
write("set", 2)
print(settled())              -- expect: 2	0>1 0>2	1: source.superseded, 2: true

s, write, settled = device "reject"
write("set", 1)
write("set", 2)
print(settled())              -- expect: 1	0>1	2: source.busy, 1: true
