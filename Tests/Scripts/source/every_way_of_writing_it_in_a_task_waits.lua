-- CONTRACT 56, 59: in a task a write waits for its answer and returns it, by whatever way it leads to the source.
local bh = require "bindhost"
local outside = { a = { b = 1 }, on = false, list = { { id = 1, n = 1 }, { id = 2, n = 2 } } }
local src = bh.source { name = "src", get = function() return outside end, set = function(new)
  bh.sleep "5ms"
  if new.a.b > 100 then return nil, "too big" end
  outside = new
  return true
end }
local b = src "a.b"
local double = b:through { to = function(v) return v * 2 end, from = function(v) return v / 2 end }
local whole = src:through { to = function(v) return v end, from = function(v) return v end }
local second = src "list":by("id", 2)
local function show(ok, err) print(ok, err and err.message, outside.a.b, src "$pending":get()) end
for round = 1, 2 do                                       -- in the main chunk, then in a task
  local function all()
    show(b:set(2))
    show(b:set(200))
    show(b:modify(function(v) return v + 1 end))
    show(double:set(8))
    show(double:set(800))
    show(double:modify(function(v) return v + 2 end))
    show(src:update { a = { b = 6 } })
    show(src:update { a = { b = 600 } })
    show(src "a":update { b = 7 })
    show(whole:update { a = { b = 8 } })
    show(src "on":toggle())
    show(src "list":push { id = 3, n = 3 })
    show(src "list":insert(1, { id = 4, n = 4 }))
    show(src "list":remove(1))
    show(second:update { n = 22 })
    show(second "n":set(23))
    print(outside.on, #outside.list, outside.list[2].n, getmetatable(b) == getmetatable(double))
    outside = { a = { b = 1 }, on = false, list = { { id = 1, n = 1 }, { id = 2, n = 2 } } }
    src:refresh()
  end
  if round == 1 then all() else bh.all { all } end
end
-- expect: true	nil	2	0
-- expect: nil	too big	2	0
-- expect: true	nil	3	0
-- expect: true	nil	4.0	0
-- expect: nil	too big	4.0	0
-- expect: true	nil	5.0	0
-- expect: true	nil	6	0
-- expect: nil	too big	6	0
-- expect: true	nil	7	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	3	23	true
-- expect: true	nil	2	0
-- expect: nil	too big	2	0
-- expect: true	nil	3	0
-- expect: true	nil	4.0	0
-- expect: nil	too big	4.0	0
-- expect: true	nil	5.0	0
-- expect: true	nil	6	0
-- expect: nil	too big	6	0
-- expect: true	nil	7	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	nil	8	0
-- expect: true	3	23	true
-- what a lens refuses is known at once, what is nothing to write too, and where nobody can wait it returns at once
local strict = b:through { to = tostring, from = function(v) return math.tointeger(tonumber(v)), "a number, please" end }
show(strict:set "x")                                      -- expect: nil	src.a.b:through: "x" was refused: a number, please	1	0
show(src:update {})                                       -- expect: true	nil	1	0
b:observe(function(v) if v == 40 then show(src "a.b":set(41)) end end)
show(b:set(40))                                           -- expect: true	nil	40	0
                                                          -- expect: true	nil	40	1
while src "$pending":get() > 0 do bh.sleep "1ms" end
print(outside.a.b)                                        -- expect: 41
bh.transaction(function() show(b:set(42)) end)            -- expect: true	nil	41	0
while src "$pending":get() > 0 do bh.sleep "1ms" end
print(outside.a.b)                                        -- expect: 42
