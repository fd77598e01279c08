-- Contract 17, 19, 45, 50: where a link makes of an edit the value that was there, nothing has happened for what follows from the edited end: what
-- was written by hand further along stands, and so does refused input.
local bh = require "bindhost"
local function clamp(v) return true, math.min(v, 10) end

local s, t, bound = bh.bindable(10), bh.bindable(0), bh.bindable(0)
bh.link(s, t, { validate = clamp })
bh.bind(t, bound)
bound:set(5) -- expect warning: bind.overwritten
t:set(50)
print(t:get(), bound:get()) -- expect: 10	5
t:set(7)
print(t:get(), bound:get()) -- expect: 7	7

-- Linked instead.
local p, q, r = bh.bindable(10), bh.bindable(0), bh.bindable(0)
bh.link(p, q, { validate = clamp })
local handle = bh.link(q, r, { from = function(v) if v == "hand" then return nil, "no" end return v end })
r:set("hand")
q:set(50)
print(q:get(), r:get(), handle "status":get(), handle "input":get()) -- expect: 10	hand	invalid	hand
q:set(3)
print(p:get(), r:get(), handle "status":get()) -- expect: 3	3	ok

-- A text that is written anew.
local number, text, far = bh.bindable(10), bh.bindable("10"), bh.bindable("")
bh.link(number, text, { to = tostring, from = function(x) return math.tointeger(tonumber(x)) end })
handle = bh.link(text, far, { from = function(v) if v == "hand" then return nil, "no" end return v end })
far:set("hand")
text:set("010")
print(number:get(), text:get(), far:get(), handle "status":get()) -- expect: 10	10	hand	invalid
-- What is written further along and refused nowhere flows back.
far:set("4")
print(number:get(), text:get(), far:get(), handle "status":get()) -- expect: 4	4	4	ok

-- Whatever the validator reads, and whatever was made first: a cell far down, what follows from the end itself, a bound cell that changes too.
local limit = bh.bindable(10)
local deep = limit
for _ = 1, 6 do
  local above = deep
  deep = bh.computed(function() return above:get() end)
end
local a, b, c = bh.bindable(10), bh.bindable(0), bh.bindable(0)
local isSmall = bh.computed(function() return b:get() < 1000 end)
bh.bind(b, c)
bh.link(a, b, { validate = function(v) return isSmall:get(), math.min(v, deep:get()) end })
for value = 50, 52 do
  c:set(5) -- expect warning: bind.overwritten
  b:set(value)
  print(b:get(), c:get())
end
-- expect: 10	5
-- expect: 10	5
-- expect: 10	5
local most, bounded = bh.bindable(10), bh.bindable(0)
bh.bind(most, bounded)
local d, e, f = bh.bindable(10), bh.bindable(0), bh.bindable(0)
handle = bh.link(d, e, { validate = function(v) return v <= bounded:get(), "too much" end })
bh.bind(e, f)
e:set(9)
bh.transaction(function() most:set(20) e:set(15) end)
print(d:get(), e:get(), f:get(), handle "status":get()) -- expect: 15	15	15	ok
bh.transaction(function() most:set(10) e:set(14) end)
print(d:get(), e:get(), f:get(), handle "status":get()) -- expect: 15	14	14	invalid

-- A place in a map, and the map itself.
local map, left, right = bh.bindable { x = 0 }, bh.bindable(0), bh.bindable {}
bh.bind(map "x", left)
bh.bind(map, right)
bh.link(bh.bindable(10), map "x", { validate = clamp })
left:set(5) -- expect warning: bind.overwritten
right:set { y = 7 } -- expect warning: bind.overwritten
map "x":set(50)
print(map "x":get(), left:get(), right:get().y) -- expect: 10	5	7

-- Wherever in a chain it comes back, and whatever is linked from where.
for _, direction in ipairs { "forth", "back" } do
  for _, edited in ipairs { "a", "b" } do
    local m = bh.model(direction .. edited, {
      a = 22, b = 22, t = 0, c = bh.field { default = 22, check = function(v) return true, math.min(v, 22) end },
    })
    if direction == "forth" then bh.link(m "a", m "b") else bh.link(m "b", m "a") end
    bh.link(m "b", m "c")
    local view = bh.bindable("")
    local way = bh.link(m "a", view, { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "no number" end })
    bh.bind(m "a", m "t")
    view:set("z")
    m "t":set(7)
    m(edited):set(99)
    print(m "a":get(), view:get(), way "status":get(), m "t":get())
    m(edited):set(20)
    print(m "a":get(), view:get(), way "status":get(), m "t":get())
  end
end
-- expect warning: bind.overwritten
-- expect: 22	z	invalid	7
-- expect: 20	20	ok	20
-- expect warning: bind.overwritten
-- expect: 22	z	invalid	7
-- expect: 20	20	ok	20
-- expect warning: bind.overwritten
-- expect: 22	z	invalid	7
-- expect: 20	20	ok	20
-- expect warning: bind.overwritten
-- expect: 22	z	invalid	7
-- expect: 20	20	ok	20
-- A touch is told all the same.
t:set(10)
bound:set(5) -- expect warning: bind.overwritten
bh.transaction(function() t:set(50) t:touch() end)
print(t:get(), bound:get()) -- expect: 10	10

-- What others write meanwhile in what was covered stands; so does the function's check that nobody asks any more.
do
  local whole, n = bh.bindable { x = 0, y = 0 }, bh.bindable(1)
  local end_, far, narrow = bh.bindable(10), bh.bindable(10), bh.model("far", { n = bh.field { default = 10, check = clamp } })
  bh.link(end_, far)
  bh.link(far, narrow "n")
  bh.bind(end_, whole, { map = function(v) return { x = v, y = 0 } end })
  local inside = bh.bind(n, whole "y", { priority = 1 })
  whole "x":set(5) -- expect warning: bind.overwritten
  bh.transaction(function() end_:set(50) n:set(12) end)
  print(whole "y":get(), n:get(), inside "status":get()) -- expect: 12	12	ok
  end_:set(60)
  print(whole "y":get()) -- expect: 12
end
-- Where the function has nothing for the value in between, raises, or the target holds less than it was given.
for _, map in ipairs { function(v) if v <= 20 then return v end end, function(v) return v <= 20 and v or error("big") end } do
  bh.scope("quiet", function()
    bh.on_error(function() end)
    local head, end_, target = bh.bindable(10), bh.bindable(10), bh.bindable(0)
    bh.link(head, end_, { validate = clamp })
    local follows = bh.bind(end_, target, { map = map, skip_nil = true })
    target:set(5)
    end_:set(50)
    print(target:get(), follows "status":get())
  end)
end
-- expect: 5	ok
-- expect: 5	ok
do
  local exact = bh.bindable(0.5)
  local rounded = exact:through { to = function(v) return v // 1 end, from = function(v) return v end }
  local head, end_, top, field = bh.bindable(10), bh.bindable(10), bh.bindable(20), bh.bindable(0)
  bh.link(head, end_, { validate = clamp })
  bh.bind(end_, rounded)
  exact:set(5.7) -- expect warning: bind.overwritten
  end_:set(50)
  print(exact:get(), tostring(bh.why(exact)):find("binding") == nil) -- expect: 5.7	true
  local m = bh.model("checked", { n = bh.field { default = 0, check = function(v) return true, math.min(v, top:get()) end } })
  bh.bind(end_, m "n")
  m "n":set(5) -- expect warning: bind.overwritten
  end_:set(50)
  top:set(30)
  print(m "n":get()) -- expect: 5
end
-- A condition that begins again delivers, whatever it has said before.
do
  local head, end_, target, on = bh.bindable(10), bh.bindable(10), bh.bindable(0), bh.bindable(true)
  bh.link(head, end_)
  bh.bind(head, target, { when = on })
  on:set(false)
  end_:set(7)
  bh.transaction(function() end_:set(10) on:set(true) end)
  print(target:get()) -- expect: 10
end
-- What was written by hand may be what comes in between.
do
  local head, end_, target = bh.bindable(10), bh.bindable(10), bh.bindable(0)
  bh.link(head, end_, { validate = clamp })
  bh.bind(end_, target)
  target:set(17) -- expect warning: bind.overwritten
  for _, value in ipairs { 13, 17, 14 } do end_:set(value) end
  print(end_:get(), target:get()) -- expect: 10	17
  -- A field of a state is no different.
  local state = bh.state("covered", { n = 0 })
  bh.bind(end_, state "n")
  state "n":set(5) -- expect warning: bind.overwritten
  end_:set(50)
  print(state "n":get()) -- expect: 5
end
