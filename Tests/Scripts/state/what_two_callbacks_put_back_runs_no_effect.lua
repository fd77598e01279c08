-- Contract 17, 19: what the callbacks of one wave write to a state, and come back from, runs no effect over it: neither over a field
-- nor over the whole.
local bh = require "bindhost"
local s = bh.state("s", { a = 1, b = 1, user = { name = "a", zip = 1 } }, { store = "memory:" })
local word = bh.state("word", "c", { store = "memory:" })
local go, runs = bh.bindable(0), {}
local function count(who, read)
  runs[who] = -1
  bh.effect(function() read() runs[who] = runs[who] + 1 end)
end
count("a", function() s "a":get() end)
count("all", function() s:get() end)
count("user", function() s "user":get() end)
count("word", function() word:get() end)
local function wave(...)
  local ends = {}
  for _, f in ipairs { ... } do ends[#ends + 1] = go:observe(f, { initial = false }) end
  for who in pairs(runs) do runs[who] = 0 end
  go:set(go:get() + 1)
  for _, h in ipairs(ends) do h:stop() end
  print(("a %d, all %d, user %d, word %d"):format(runs.a, runs.all, runs.user, runs.word))
end
wave(function() s "a":set(5) end, function() s "a":set(1) end)                           -- expect: a 0, all 0, user 0, word 0
wave(function() s "a":set(5) end, function() s "a":modify(function(v) return v - 4 end) end) -- expect: a 0, all 0, user 0, word 0
wave(function() word:set "x" end, function() word:set "y" word:set "c" end)              -- expect: a 0, all 0, user 0, word 0
wave(function() s "user.name":set "b" end, function() s "user":set { name = "a", zip = 1 } end) -- expect: a 0, all 0, user 0, word 0
-- What changes beside it is told.
wave(function() s "a":set(5) s "b":set(5) end, function() s "a":set(1) end)              -- expect: a 0, all 1, user 0, word 0
wave(function() s "a":set(5) end, function() s "a":set(6) end)                           -- expect: a 1, all 1, user 0, word 0
-- A touch among them is one.
wave(function() s "a":set(5) end, function() s "a":set(6) s "a":touch() end)             -- expect: a 1, all 1, user 0, word 0
