-- Contract 22, 31, 32: a source that was made in a transaction that fails ends, and nothing keeps it.
local bh = require "bindhost"
local kept = setmetatable({}, { __mode = "k" })
local function count()
  local number = 0
  for _ = 1, 50 do
    collectgarbage()
    number = 0
    for _ in pairs(kept) do number = number + 1 end
    if number == 0 then break end
    bh.sleep "1ms"
  end
  return number
end
local function make()
  local mark = {}
  kept[mark] = true
  return bh.source { get = function() return mark and 1 end, notify = function() return function() end end }
end
for _ = 1, 10 do
  pcall(bh.transaction, function()
    make():observe(function() end)
    error "no"
  end)
end
print(count())        -- expect: 0
for _ = 1, 10 do bh.scope("s", make):close() end
print(count())        -- expect: 0
