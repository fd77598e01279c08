-- Contract 57, W-2: what is under way for one write fails no other, and is asked of no other's function.
local bh = require "bindhost"

-- A plain value does not wait for the value that a function waits for, and hears nothing of it.
local stored, sent = 10, {}
local par = bh.source {
  get = function()
    while #sent == 0 do bh.sleep "1ms" end
    return stored
  end,
  set = function(v) sent[#sent + 1] = v stored = v return true end,
  order = "parallel",
}
par:observe(function() end)
local done = 0
bh.go(function() print("function", par:modify(function(v) return v + 1 end)) done = done + 1 end)
bh.go(function() print("value", par:set(5)) done = done + 1 end)
while done < 2 do bh.sleep "1ms" end
-- expect: value	true
-- expect: function	true
print(sent[1], sent[2])                                 -- expect: 5	6

-- What is refused later makes no transaction fail.
local truth, isOpen = 3, false
local slow = bh.source {
  get = function() return truth end,
  set = function(v)
    while not isOpen do bh.sleep "1ms" end
    if v == 5 then return nil, "refused" end
    truth = v
    return true
  end,
}
slow:observe(function() end)
local refused
bh.go(function() refused = select(2, slow:set(5)) end)
while slow "$pending":get() == 0 do bh.sleep "1ms" end
local calls = 0
print(pcall(bh.transaction, function()
  slow:modify(function(v)
    calls = calls + 1
    if v == 5 then error("not on 5", 0) end
    return v + 1
  end)
end))                                                   -- expect: true
isOpen = true
while slow "$pending":get() > 0 or not refused do bh.sleep "1ms" end
print(refused.message)                                  -- expect: refused
print(slow:get(), truth)                                -- expect: 4	4

-- Each function of a transaction is asked once there, however many there are.
local plain = bh.source { get = function() return 1 end, set = function(v) return v end }
plain:observe(function() end)
calls = 0
bh.transaction(function()
  for _ = 1, 100 do plain:modify(function(v) calls = calls + 1 return v + 1 end) end
  print(calls)                                          -- expect: 100
end)
while plain "$pending":get() > 0 do bh.sleep "1ms" end
print(plain:get())                                      -- expect: 101

-- Whoever asks in a step sees the answer whole: the value and what is wrong with it.
bh.on_error(function() end)
local fails = true
local asked = bh.source { get = function() if fails then error("gone", 0) end return 1 end }
bh.after(0, function()
  asked:refresh()
  print(asked "$error":get().message)                   -- expect: gone
  fails = false
  asked:refresh()
  print(asked:get(), asked "$error":get())              -- expect: 1	nil
end)
while asked:get() ~= 1 do bh.sleep "1ms" end
print(asked:get(), asked "$error":get())                -- expect: 1	nil

-- What is sent with the commit is pending then, also where the step has asked; and one commit asks no more often.
local gets = 0
local counted = bh.source { get = function() gets = gets + 1 return gets end, set = function() bh.sleep "1ms" return true end }
counted:observe(function(v) print("counted", v) end, { initial = false })
bh.transaction(function() counted:refresh() counted:refresh() end)  -- expect: counted	3
print(gets)                                             -- expect: 3
bh.transaction(function() counted:refresh() counted:set(9) end)     -- expect: counted	4
print(counted "$pending":get())                         -- expect: 1
while counted "$pending":get() > 0 do bh.sleep "1ms" end            -- expect: counted	9
