-- Contract 21, 57: what a transaction, handler or observer writes to a source is one write, as it is to any cell.
local bh = require "bindhost"
local sent, seen = {}, {}
local src = bh.source { name = "src", get = function() return 1 end, set = function(new, old)
  sent[#sent + 1] = old .. ">" .. new
  bh.sleep "1ms"
  return true
end }
src:observe(function(v) seen[#seen + 1] = v end)
local function settled()
  repeat bh.sleep "1ms" until src "$pending":get() == 0
  print(table.concat(sent, " "), table.concat(seen, " "))
  sent, seen = {}, {}
end
local function plus(n) return function(v) return v + n end end
bh.transaction(function()
  src:modify(plus(50))
  src:set(2)
  pcall(bh.transaction, function() src:set(3) error "no" end)
  bh.transaction(function() src:modify(plus(10)) end)
  print(src:get(), src "$pending":get())   -- expect: 12	0
end)
settled()                                  -- expect: 1>12	1 12
bh.transaction(function()
  src:modify(plus(1))
  bh.transaction(function() src:modify(function(v) return v * 2 end) end)
end)
settled()                                  -- expect: 12>26	26
-- Whoever waits hears what has become of all of it.
local done
bh.go(function()
  bh.transaction(function() src:set(30) end)
  done = src:modify(plus(1))
end)
while done == nil do bh.sleep "1ms" end
print(done)                                -- expect: true
settled()                                  -- expect: 26>31	31
-- A function that fails is told as of any cell.
print(pcall(bh.transaction, function()
  src:set(40)
  src:modify(function() error("no more", 0) end)
end))                                                -- expect: false	no more
print(src:get(), src "$pending":get(), #sent)        -- expect: 31	0	0
