-- Contract 41, 57, W-1: a function write is made of the value that is being asked for, and waits for it.
local bh = require "bindhost"
local gets, answer = 0, 10
local function get() gets = gets + 1 bh.sleep "20ms" if answer then return answer end return nil, "away" end
local function plus_one(v) return (v or 0) + 1 end
for _, optimistic in ipairs { false, true } do
  gets = 0
  local s = bh.source { optimistic = optimistic, get = get,
    set = function(new, old) print("set", new, old) bh.sleep "1ms" return true end }
  local results = bh.all { function() return (s:modify(plus_one)) end, function() return (s:modify(plus_one)) end }
  print(results[1], results[2], s:get(), gets)
end
-- expect: set	11	10
-- expect: set	12	11
-- expect: true	true	12	1
-- expect: set	11	10
-- expect: set	12	11
-- expect: true	true	12	1
-- A place in it, and what is asked for first.
answer = { n = 1, other = true }
local s = bh.source { get = get, confirm = function(new) print("confirm", new.n, new.other) return true end,
  set = function(new) print("set", new.n, new.other) return true end }
print(s "n":set(2))
-- expect: confirm	2	true
-- expect: set	2	true
-- expect: true
-- Without an answer what can be made of nothing is made; what cannot fails because of that.
answer = nil
bh.on_error(function() end)
local away = bh.source { get = get, set = function(new) print("set", new) return true end }
print(bh.all {
  function() return select(2, away:modify(function(v) return v + 1 end)).message end,
  function() return (away:modify(plus_one)) end,
}[1])
-- expect: set	1
-- expect: away
