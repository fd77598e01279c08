-- Contract 21; LUA_API: `bh.transaction` returns what `fn` returns, nil at its end and nothing included; so does `bh.untracked`. A command that
-- returns nothing gives nil to who waits for it.
local bh = require "bindhost"
local function three() return 1, nil, nil end
local function none() end
print(select("#", bh.transaction(three)), select("#", bh.transaction(none)), bh.transaction(three)) -- expect: 3	0	1	nil	nil
print(select("#", bh.untracked(three)), select("#", bh.untracked(none))) -- expect: 3	0
print(select("#", bh.transaction({ label = "x" }, function() return bh.transaction(three) end))) -- expect: 3
bh.command("three", three)
bh.command("none", none)
bh.go(function()
  print(select("#", bh.call "three"), bh.call "none") -- expect: 3	nil
  print(select("#", bh.timeout("1s", three)), bh.timeout("1s", none)) -- expect: 3	nil
  print(#bh.all { three, none }) -- expect: 2
  print(select("#", bh.race { three })) -- expect: 3
end)
