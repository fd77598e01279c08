-- CONTRACT 6, 70: what a loop over a table makes is made in the same order in every process.
local bh = require "bindhost"
local t = { red = 1, green = 2, blue = 3, black = 4, Black = 5, [10] = "ten", [2] = "two", [0.5] = "half", [true] = "yes", [false] = "no",
  [("long"):rep(20)] = "long" }
local seen = {}
for key, value in pairs(t) do seen[#seen + 1] = (type(key) == "string" and key:sub(1, 5) or tostring(key)) .. "=" .. value end
print(table.concat(seen, " "))
-- expect: 0.5=half 2=two 10=ten Black=5 black=4 blue=3 green=2 longl=long red=1 false=no true=yes

-- what is written meanwhile is seen, what is taken away is not
for key in pairs(t) do
  if key == "black" then t.blue, t.green = nil, 20 end
  if key == "blue" then print "gone" end
  if key == "green" then print(t[key]) end                -- expect: 20
end
print(next({}), (next { 1 }))                             -- expect: nil	1
local f, state, first = pairs { a = 1, b = 2 }
print(f(state, first), f(state, "a"), f(state, "b"), f(state, nil))   -- expect: a	b	nil	a	1
print(pairs(setmetatable({}, { __pairs = function() return 1, 2, 3 end })))   -- expect: 1	2	3
print(select(2, pcall(pairs)))                            -- expect: bad argument #1 to '?' (value expected)
print(select(2, pcall(function() for _ in pairs(nil) do end end)):match "bad argument.*")
-- expect: bad argument #1 to 'for iterator' (table expected, got nil)
local count = 0
for _, v in pairs { 1, 2, 3, nil, 5 } do count = count + v end
print(count)                                              -- expect: 11

-- two loops with one iterator, which goes on behind whatever key it is given
local step, over, from = pairs { a = 1, b = 2, c = 3 }
local inner = 0
for _ in step, over, from do for _ in step, over, from do inner = inner + 1 end end
print(inner, (step(over, "b")), (step(over, "a")))        -- expect: 9	c	b
print(select(2, pcall(step, over, "none")):match "invalid key to 'next'")         -- expect: invalid key to 'next'
-- what is weak goes while its keys are put in order
for _ = 1, 200 do
  local weak = setmetatable({}, { __mode = "v" })
  for i = 1, 200 do weak["key" .. i] = {} end
  for key in pairs(weak) do assert(key:match "^key%d+$") end
end
print "alive"                                             -- expect: alive

local m = bh.model("m", { red = 1, green = 2, blue = 3, black = 4 })
for name in pairs { red = 1, green = 2, blue = 3, black = 4 } do
  m(name):observe(function(value) print(name, value) end, { initial = false })
end
bh.transaction(function() for name in pairs { red = 1, green = 2, blue = 3, black = 4 } do m(name):set(9) end end)
-- expect: black	9
-- expect: blue	9
-- expect: green	9
-- expect: red	9
