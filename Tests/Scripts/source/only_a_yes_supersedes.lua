-- Contract 57, 58, W-4: with `latest` a write that is only asked for takes nothing away; declined, it never was.
local bh = require "bindhost"
local answers, asked, done = {}, {}, {}
local src = bh.source { name = "src", order = "latest", optimistic = true, get = function() return 0 end,
  confirm = function(new)
    asked[#asked + 1] = new
    while answers[new] == nil do bh.sleep "1ms" end
    return answers[new]
  end,
  set = function(new)
    while not done[new] do bh.sleep "1ms" end
    return true
  end }
local seen, heard = {}, {}
src:observe(function(v) seen[#seen + 1] = v end)
local function write(new)
  bh.go(function()
    local ok, err = src:set(new)
    heard[#heard + 1] = new .. " " .. tostring(ok or err.id)
  end)
end
local function wait(condition) while not condition() do bh.sleep "1ms" end end
local function show() print(src:get(), table.concat(seen, " "), #heard > 0 and table.concat(heard, ", ") or "-") end

answers[1] = true
write(1)
wait(function() return src:get() == 1 end)
write(2)
wait(function() return #asked == 2 end)
show()                                     -- expect: 1	0 1	-
answers[2] = false
wait(function() return #heard == 1 end)
show()                                     -- expect: 1	0 1	2 source.declined
-- Of two that are only asked for the newer one takes the place of the older.
write(3)
wait(function() return #asked == 3 end)
write(4)
wait(function() return #asked == 4 and #heard == 2 end)
show()                                     -- expect: 1	0 1	2 source.declined, 3 source.superseded
answers[4] = true
wait(function() return #heard == 3 end)
done[4] = true
wait(function() return #heard == 4 end)
show()  -- expect: 4	0 1 4	2 source.declined, 3 source.superseded, 1 source.superseded, 4 true
