-- Contract 55: a history of a place keeps what changes there, and gives back that place and no other.
local bh = require "bindhost"
local b = bh.bindable { p = 1, q = 1 }
local h = bh.history { cells = { b "p" } }
b "q":set(7)
print(h "can_undo":get())                               -- expect: false
b "p":set(9)
b "q":set(8)
print(h:undo(), bh.json.encode(b:get()))                -- expect: true	{"p":1,"q":8}
print(h:redo(), bh.json.encode(b:get()))                -- expect: true	{"p":9,"q":8}
bh.transaction(function() b:set { p = 10, q = 11 } end)
b "q":set(12)
print(h:undo(), bh.json.encode(b:get()))                -- expect: true	{"p":9,"q":12}

-- What another place gets in the transaction of a move is nothing to undo.
bh.transaction(function() h:redo() b "q":set(13) end)
print(bh.json.encode(b:get()), h:undo(), bh.json.encode(b:get()), h:undo(), h:undo())
-- expect: {"p":10,"q":13}	true	{"p":9,"q":13}	true	false

-- The place in an element that has a key, wherever that has moved to.
local m = bh.model("m", { xs = { { id = 1, v = "a" }, { id = 2, v = "b" } } })
local two = m "xs":by("id", 2)
local places = bh.history { cells = { two "v" } }
m "xs":insert(1, { id = 3, v = "c" })
m "xs[2].v":set "A"
print(places "can_undo":get())                          -- expect: false
two "v":set "B"
m "xs":insert(1, { id = 4, v = "d" })
m "xs[3].v":set "AA"
places:undo()
print(bh.json.encode(m "xs":get()))
-- expect: [{"id":4,"v":"d"},{"id":3,"v":"c"},{"id":1,"v":"AA"},{"id":2,"v":"b"}]
places:redo()
print(two "v":get(), places "can_redo":get())           -- expect: B	false

-- Named besides as a whole, the whole counts; so does a view of a place for that place.
local whole = bh.bindable { p = 1, q = 1 }
local both = bh.history { cells = { whole "p", whole } }
whole "q":set(2)
print(both:undo(), bh.json.encode(whole:get()))         -- expect: true	{"p":1,"q":1}
local viewed = bh.bindable { p = 1, q = 1 }
local view = bh.history { cells = { viewed "p":through { to = tostring, from = math.tointeger } } }
viewed "q":set(2)
print(view "can_undo":get())                            -- expect: false
viewed "p":set(5)
print(view:undo(), bh.json.encode(viewed:get()))        -- expect: true	{"p":1,"q":2}

-- A place that was not there goes again.
local optional = bh.bindable(bh.record {})
local absent = bh.history { cells = { optional "x" } }
optional "x":set(1)
optional "y":set(2)
print(absent:undo(), bh.json.encode(optional:get()))    -- expect: true	{"y":2}

-- An element that went, and what was around a place, come back by themselves: what others have written stands.
local list = bh.bindable { l = { { id = 1, v = 1 }, { id = 2, v = 1 } } }
local element = bh.history { cells = { list "l":by("id", 1) } }
list "l":remove(1)
list "l":push { id = 3, v = 3 }
list "l":by("id", 2) "v":set(5)
element:undo()
print(bh.json.encode(list "l":get()))                   -- expect: [{"id":1,"v":1},{"id":2,"v":5},{"id":3,"v":3}]
element:redo()
print(bh.json.encode(list "l":get()))                   -- expect: [{"id":2,"v":5},{"id":3,"v":3}]
local deep = bh.bindable { p = { x = 1, y = 1 }, q = 1 }
local inner = bh.history { cells = { deep "p.x" } }
deep "p.x":set(2)
deep:set { q = 5 }
deep "q":set(6)
inner:undo()
print(bh.json.encode(deep:get()))                       -- expect: {"p":{"x":2,"y":1},"q":6}
