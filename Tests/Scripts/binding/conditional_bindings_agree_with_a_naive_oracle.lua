-- CONTRACT 49, 50: at each moment the target has the value of the highest active binding, or else what was written by hand; or none,
-- where nothing was.
local bh = require "bindhost"
local wrong = 0
local function run(seed)
  math.randomseed(seed)
  local hand = seed % 2 == 0 and "hand" or nil
  local target = hand and bh.bindable(hand) or bh.bindable()
  local bindings, count, seen = {}, 0, nil
  target:observe(function(v) seen = v end)
  local function any() return bindings[math.random(#bindings)] end
  local function expected()
    local best
    for _, b in ipairs(bindings) do
      if b.on:get() and b.source:has_value() and (not best or b.priority >= best.priority) then best = b end
    end
    return best and best.source:get() or hand, best
  end
  for step = 1, 30 do
    local what = #bindings == 0 and 1 or math.random(7)
    if what == 1 and #bindings < 5 then
      count = count + 1
      local b = { on = bh.bindable(math.random() < 0.5), priority = math.random(3) }
      b.source = math.random() < 0.2 and bh.bindable() or bh.bindable("s" .. count)
      b.handle = bh.bind(b.source, target, { when = b.on, priority = b.priority })
      bindings[#bindings + 1] = b
    elseif what == 2 then
      any().on:toggle()
    elseif what == 3 then
      any().source:set("v" .. step)
    elseif what == 4 then
      table.remove(bindings, math.random(#bindings)).handle:stop()
    elseif what == 5 then
      if not select(2, expected()) then
        hand = "hand" .. step
        target:set(hand)
      end
    elseif what == 6 then
      bh.transaction(function()
        for i = 1, 3 do
          if math.random() < 0.6 then any().on:toggle() else any().source:set("t" .. step .. i) end
        end
      end)
    elseif what == 7 then
      pcall(bh.transaction, function()
        any().on:toggle()
        error "no"
      end)
    end
    local value = expected()
    if target:get() ~= value or target:has_value() ~= (value ~= nil) then wrong = wrong + 1 end
    if value and seen ~= value then wrong = wrong + 1 end
  end
end
for seed = 1, 80 do run(seed) end
print(wrong)                                   -- expect: 0
