-- Contract 7, 70: of several writes in one wave the one that is told has changed what is looked at, whatever was written first or last.
-- expect: computed	32
-- expect: effect	32
-- expect: other order	49
-- expect: target	59
-- expect: unseen	77
-- expect: number	90
-- expect: words	90
-- expect: first	103	103
-- expect: second	104	104
-- expect: pending	112	114
-- expect: committed	112	114
-- expect: no change	130	130	130
-- expect: no change	130	130	130
-- expect: no change	130	130	130
-- expect: never	nil	never written
-- expect: lens	write	155
-- expect: lens	touch	152
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

-- A write that leaves its place as it is has changed nothing, whoever makes it and wherever it is.
for _, new in ipairs {
  function(v) return bh.bindable(v) end, function(v) return bh.model("numbers", v) end,
  function(v) return bh.state("kept", v, { store = "memory:" }) end,
} do
  local whole, go = new { l = { { id = 1, v = 1 }, { id = 2, v = 2 } }, n = { x = 1 } }, bh.bindable(0)
  local told = {}
  whole:observe(function(_, _, cause) told[1] = cause.line end, quiet)
  whole:at "l":observe(function(_, _, cause) told[2] = cause.line end, quiet)
  go:observe(function()
    whole:at "l[1].v":set(5)
    whole:at "l":by("id", 2):at "v":set(2)
    whole:at "n.x":set(1)
  end, quiet)
  go:set(1)
  print("no change", told[1], told[2], last(whole:at "l"))
end

-- Nothing has written the first element.
do
  local list = bh.model("never", { l = { { id = 1, v = 1 }, { id = 2, v = 2 } } }) "l"
  local first = list:by("id", 1)
  first:observe(function() end)
  list:by("id", 2):at "v":set(7)
  print("never", last(first), tostring(bh.why(first)):match "never written")
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
