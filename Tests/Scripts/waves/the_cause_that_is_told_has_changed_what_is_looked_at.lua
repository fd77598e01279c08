-- Contract 7, 70: of several writes in one wave the one that is told has changed what is looked at, whatever was written first or last.
-- expect: computed	28
-- expect: effect	28
-- expect: other order	45
-- expect: target	55
-- expect: unseen	73
-- expect: number	86
-- expect: words	86
-- expect: first	99	99
-- expect: second	100	100
-- expect: pending	108	110
-- expect: committed	108	110
-- expect: lens	write	124
-- expect: lens	touch	121
local bh = require "bindhost"
local quiet = { initial = false }
local function by(ref) return tonumber(tostring(bh.why(ref)):match "caused by  write[^\n]*lua:(%d+)") end
local function last(ref) return tonumber(tostring(bh.why(ref)):match "write[^\n]*lua:(%d+)") end

-- What is read of `a` stays as it is.
do
  local a, b, out = bh.bindable(1), bh.bindable(0), bh.bindable(0)
  local positive, twice = bh.computed(function() return a:get() > 0 end), bh.computed(function() return b:get() * 2 end)
  bh.effect(function() out:set(twice:get() * (positive:get() and 1 or -1)) end)
  bh.combine({ positive, b }, function(p, n) return { p, n } end):observe(function(_, _, cause) print("computed", cause.line) end, quiet)
  bh.transaction(function()
    a:set(3)
    b:set(2)
    a:set(4)
  end)
  print("effect", by(out))
end

-- Both have changed, and they are read in another order.
do
  local x, y, turned = bh.bindable(0), bh.bindable(0), bh.bindable(false)
  local sum = bh.computed(function()
    if turned:peek() then return y:get() + x:get() end
    return x:get() + y:get()
  end)
  sum:observe(function(_, _, cause) print("other order", cause.line) end, quiet)
  turned:set(true)
  bh.transaction(function()
    x:set(1)
    y:set(2)
  end)
end

-- The gate stays open.
do
  local a, b, target = bh.bindable(1), bh.bindable(1), bh.bindable(0)
  bh.bind(b, target, { when = a:map(function(v) return v > 0 end) })
  target:observe(function(_, _, cause) print("target", cause.parent.line) end, quiet)
  bh.transaction(function()
    b:set(2)
    a:set(2)
  end)
end

-- What was written before, while nobody looked, is none of it.
do
  local list, c = bh.bindable { { id = 1, n = 1 }, { id = 2, n = 1 } }, bh.bindable(0)
  local first, second = list:by("id", 1), list:by("id", 2)
  first:at "n":get()
  second:get()
  bh.transaction(function()
    first:at "n":set(2)
    second:at "n":set(3)
  end)
  bh.combine({ first, c }, function(x, y) return x.n + y end):observe(function(_, _, cause) print("unseen", cause.line) end, quiet)
  bh.transaction(function()
    c:set(1)
    list:set { { id = 1, n = 7 }, { id = 2, n = 7 } }
  end)
end

-- Links follow from their own place.
do
  local m = bh.model("m", { list = { { id = 1, n = 1 }, { id = 2, n = 1 } } })
  local words, number = bh.bindable "", bh.bindable(0)
  bh.link(m "list":by("id", 1):at "n":through { to = tostring, from = tonumber }, words)
  bh.link(m "list[1].n", number)
  words:observe(function(_, _, cause) print("words", cause.parent.line) end, quiet)
  number:observe(function(_, _, cause) print("number", cause.parent.line) end, quiet)
  bh.transaction(function()
    m "list[1].n":set(5)
    m "list[2].n":set(6)
  end)
end

-- Elements move with those that come before them.
do
  local list = bh.bindable { { id = 1, n = 1 }, { id = 2, n = 1 } }
  local first, second = list:by("id", 1):at "n", list:by("id", 2):at "n"
  first:observe(function(_, _, cause) print("first", cause.line, last(first)) end, quiet)
  second:observe(function(_, _, cause) print("second", cause.line, last(second)) end, quiet)
  bh.transaction(function()
    list:insert(1, { id = 9, n = 0 })
    first:set(2)
    second:set(3)
  end)
end

-- In the transaction a place that nothing was written to names its last write, and one that is reached in another way its pending one.
do
  local list = bh.bindable { { id = 1, n = 0 }, { id = 2, n = 0 } }
  local first, second = list "[1].n", list "[2].n"
  first:set(5)
  bh.transaction(function()
    list:by("id", 2):at "n":set(6)
    print("pending", last(first), last(second))
  end)
  print("committed", last(first), last(second))
end

-- What was written in the wave before is no cause of a touch in the next one.
do
  local n, t = bh.bindable(1), bh.bindable(0)
  local lens = n:through { to = function(v) return v + 100 end, from = function(v) return v - 100 end }
  lens:observe(function(_, _, cause) print("lens", cause.kind, cause.line) end, quiet)
  t:observe(function() lens:touch() end, quiet)
  bh.transaction(function()
    t:set(1)
    n:set(2)
  end)
end
