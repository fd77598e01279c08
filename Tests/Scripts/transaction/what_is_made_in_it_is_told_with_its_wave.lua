-- Contract 6, 8, 16, 35: what a transaction has made is told when it commits: in its wave, or right after that and before what observers have written.
local bh = require "bindhost"
local go, status, log = bh.bindable(0), bh.bindable "idle", {}
local function told()
  local text = table.concat(log, " ")
  log = {}
  return text
end
go:observe(function(v) if v > 0 then log[#log + 1] = "go" status:set("later " .. v) end end)
status:observe(function(new) log[#log + 1] = "old:" .. new end)
told()
local function new(value, _, cause) log[#log + 1] = "new:" .. value .. "," .. cause.kind end
local handle
bh.transaction(function()
  go:set(1)
  handle = status:observe(new)
end)
print(told())                                              -- expect: go new:idle,initial old:later 1 new:later 1,write
handle:stop()

-- What the transaction has written too is told once, in the order of its wave.
bh.transaction(function()
  go:set(2)
  status:set "committed"
  handle = status:observe(new)
end)
print(told())                                              -- expect: go old:committed new:committed,initial old:later 2 new:later 2,write
handle:stop()

-- Whatever it is that was made; and what the first of two writes the other one hears of next.
local source, seen = bh.bindable(7), bh.bindable(0)
bh.transaction(function()
  go:set(3)
  bh.effect(function() log[#log + 1] = "effect:" .. source:get() seen:set(source:get()) end)
  seen:map(function(v) return v * 10 end):observe(function(v) log[#log + 1] = "map:" .. v end)
end)
print(told())                                              -- expect: go effect:7 map:0 old:later 3 map:70

-- In a handler, which is a transaction too.
bh.after(0, function()
  go:set(4)
  source:observe(new)
end)
bh.after("1ms", function() print(told()) end)              -- expect: go new:7,initial old:later 4
