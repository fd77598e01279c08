-- Contract 59: with several edits on their way to a pessimistic end the asking one keeps the newest, and is written once.
local bh = require "bindhost"
-- Setters that end when `answer` says so, one by one.
local function device(answer)
  return bh.source { get = function() return 0 end, confirm = answer.confirm, optimistic = answer.confirm ~= nil,
    set = function(new)
      while answer[new] == nil do bh.sleep "1ms" end
      return table.unpack(answer[new], 1, 2)
    end }
end
bh.on_error(function(err) print("refused", err.message) end)
local function yes(field, source, answer)
  local seen = {}
  field:observe(function(v) seen[#seen + 1] = v end, { initial = false })
  local function wait(pending) while source "$pending":get() > pending do bh.sleep "1ms" end end
  field:set(5)
  field:set(6)
  answer[5] = { true }
  wait(1)
  print(field:get(), source:get())
  answer[6] = { true }
  wait(0)
  print(field:get(), source:get(), table.concat(seen, " "))
  -- The newer one is refused: the field follows what stands, which is the older one.
  seen = {}
  field:set(7)
  field:set(8)
  answer[7] = { true }
  wait(1)
  print(field:get(), source:get())
  answer[8] = { nil, "eight" }
  wait(0)
  print(field:get(), source:get(), table.concat(seen, " "))
end
local answer = {}
local source, field = device(answer), bh.bindable(0)
bh.link(source, field)
yes(field, source, answer)
-- expect: 6	5
-- expect: 6	6	5 6
-- expect: 8	7
-- expect: refused	eight
-- expect: 7	7	7 8 7

-- The same where the asking end is the one that is followed.
answer = { [0] = { true } }
local target, model = device(answer), bh.bindable(0)
bh.link(model, target)
while target "$pending":get() > 0 do bh.sleep "1ms" end
yes(model, target, answer)
-- expect: 6	5
-- expect: 6	6	5 6
-- expect: 8	7
-- expect: refused	eight
-- expect: 7	7	7 8 7

-- What is only asked about is not shown either, also where writes are shown at once.
answer = { [5] = { true }, [6] = { true } }
local mayBegin = {}
answer.confirm = function(new)
  while not mayBegin[new] do bh.sleep "1ms" end
  return true
end
local shown, text = device(answer), bh.bindable(0)
bh.link(shown, text)
text:set(5)
text:set(6)
mayBegin[5] = true
while shown:get() ~= 5 do bh.sleep "1ms" end
print(text:get())            -- expect: 6
mayBegin[6] = true
while shown:get() ~= 6 do bh.sleep "1ms" end
print(text:get())            -- expect: 6
