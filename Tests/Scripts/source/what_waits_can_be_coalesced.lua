-- CONTRACT W-3: with coalesce=true a newer write takes the place of those that are queued, and of none that is sent.
local bh = require "bindhost"
local sent = {}
local function send(new) sent[#sent + 1] = new bh.sleep "2ms" return true end
local src = bh.source { optimistic = true, coalesce = true, get = function() return 0 end, set = send }
for n = 1, 4 do bh.transaction(function() src:set(n) end) end
print(src:get(), src "$pending":get())                    -- expect: 4	2
while src "$pending":get() > 0 do bh.sleep "1ms" end
print(table.concat(sent, " "), src:get())                 -- expect: 1 4	4

sent = {}
local loadable = bh.loadable { load = function() return 0 end }
loadable:await()
local function write(n, coalesce)
  loadable:write { apply = function(base) return base + n end, send = send, coalesce = coalesce }
end
write(1) write(10, true) write(100) write(1000, true)     -- the plain ones keep their place
print(loadable "value":get())                             -- expect: 1101
while #sent < 3 do bh.sleep "1ms" end
print(table.concat(sent, " "), loadable "value":get())    -- expect: 1 101 1101	1101
-- who waits for what another one has replaced is told so
local results = bh.all { function() return src:set(5) end, function() return select(2, src:set(6)).id end, function() return src:set(7) end }
print(results and results[1], results and results[2], results and results[3])   -- expect: true	source.superseded	true
-- what a function makes of the value is lost by none
local count = 0
local counter = bh.source { coalesce = true, get = function() return count end, set = function(new) bh.sleep "1ms" count = new return true end }
for _ = 1, 5 do bh.transaction(function() counter:modify(function(n) return n + 1 end) end) end
while counter "$pending":get() > 0 do bh.sleep "1ms" end
print(counter:get(), count)                               -- expect: 5	5
