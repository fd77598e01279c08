-- Contract 18, 32 b: the function of `equals` is the cell's, also where it mentions the cell: nobody else keeps either. As
-- long as anything can still write the cell, the function is asked.
local bh = require "bindhost"
local weak, made = setmetatable({}, { __mode = "v" }), 0
local function alive()
  for _ = 1, 6 do bh.sleep "1ms" collectgarbage() end
  local count = 0
  for _ in pairs(weak) do count = count + 1 end
  return count
end
-- Its function mentions it, and calls what differs by less than 10 equal.
local function near(value)
  local cell
  local token = { asked = 0 }
  cell = bh.bindable(value, {
    equals = function(a, b)
      token.asked = token.asked + 1
      return cell ~= nil and math.abs(a - b) < 10
    end,
  })
  made = made + 1
  weak[made] = token
  return cell
end

for i = 1, 5 do
  near(i)
  near(i):set(100)
  bh.transaction(function() near(i):set(100) end)
  pcall(bh.transaction, function() near(i):set(100) error "no" end)
  local observed = near(i)
  observed:observe(function() end):stop()
  observed:set(200)
end
bh.go(function() near(1):set(50) bh.sleep "1ms" near(2):set(60) end)
print(made >= 25, alive())                            -- expect: true	0

-- A script that keeps the cell writes it as ever, and again after each collection.
do
  local kept, seen = near(1), {}
  kept:observe(function(v) seen[#seen + 1] = v end)
  for i = 1, 3 do
    alive()
    kept:set(i * 20)
    kept:set(i * 20 + 5)
  end
  print(table.concat(seen, " "), alive())             -- expect: 1 20 40 60	1
end

-- An observer keeps it, and a binding writes what no script has any more.
local function bound(isCollectedBefore)
  local source, log = bh.bindable(0), {}
  do
    local target = near(0)
    if isCollectedBefore then alive() end
    target:observe(function(v) log[#log + 1] = v end)
    bh.bind(source, target)
  end
  alive()
  for _, value in ipairs { 3, 20, 25, 40 } do source:set(value) alive() end
  return table.concat(log, " ")
end
print(bound(false))                                   -- expect: 0 20 40
-- Where a collection was before it was observed and bound, the function comes back to the cell.
print(bound(true))                                    -- expect: 0 20 40

-- So does a place inside it, a value that holds it, and a pending write.
local place, box = (function()
  local record
  record = bh.bindable({ n = 1 }, { equals = function(a, b) return record and math.abs(a.n - b.n) < 10 end })
  record:observe(function(v) print("record", v.n) end)  -- expect: record	1
  return record "n", bh.bindable { inner = near(1) }
end)()
alive()
place:set(5)
place:set(50)                                         -- expect: record	50
do
  local inner = box:get().inner
  local seen = {}
  inner:observe(function(v) seen[#seen + 1] = v end)
  inner:set(8)
  inner:set(30)
  print(table.concat(seen, " "))                      -- expect: 1 30
end
bh.transaction(function()
  do
    local pending = near(1)
    pending:observe(function(v) print("committed", v) end)
    pending:set(5)
    pending:set(40)
  end
  collectgarbage()
  collectgarbage()
end)                                                  -- expect: committed	40
