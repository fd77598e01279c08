-- CONTRACT 10, 51: a target that was away has missed what its source has said, and gets it when it is there again.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, v = 1 } } })
local user = bh.bindable(nil)
local source = bh.bindable(1)
local place = m "list":by("id", 1) "v"
local h = bh.bind(source, place)
h "status":observe(function(v) print("status", v) end)   -- expect: status	ok
m "list":remove(1)
source:set(2)                                            -- expect: status	failed
-- expect warning: bind.detached
source:set(3)
-- expect warning: bind.detached
-- It settles in the wave that brings the place back: no observer sees the two ends disagree.
local seen = place:observe(function(v) print("place", v, source:get()) end)   -- expect: place	1	3
m "list":push { id = 1, v = 7 }
-- expect: status	ok
-- expect: place	3	3
print(m "list":get()[1].v)                               -- expect: 3
-- Gone and back without a word of the source: it holds what the list says, as where nobody was away.
m "list":remove(1)
m "list":push { id = 1, v = 8 }                          -- expect: place	8	3
source:set(4)                                            -- expect: place	4	4
-- Paused, it is delivered when it goes on.
m "list":remove(1)
source:set(5)                                            -- expect: status	failed
-- expect warning: bind.detached
h:pause()
m "list":push { id = 1, v = 9 }                          -- expect: place	9	5
h:resume()
-- expect: status	ok
-- expect: place	5	5
-- Stopped, it gets nothing more.
m "list":remove(1)
source:set(6)                                            -- expect: status	failed
-- expect warning: bind.detached
h:stop()
m "list":push { id = 1, v = 10 }                         -- expect: place	10	6
seen:stop()

-- A nil hop is one that may come to be.
do
  local street = bh.bindable "first"
  local link = bh.bind(street, user:at "street")
  -- expect warning: bind.nil_hop
  street:set "second"
  -- expect warning: bind.nil_hop
  user:set { street = "of the record" }
  print(user:at "street":get(), link "status":get())      -- expect: second	ok
  link:stop()
end

-- Through a transform, in a transaction, and only if the condition holds.
do
  local n, isOn = bh.bindable(1), bh.bindable(true)
  local b = bh.bind(n, place, { map = function(v) return v * 10 end, when = isOn })
  print(place:get())                                     -- expect: 10
  m "list":remove(1)
  n:set(2)
  -- expect warning: bind.detached
  bh.transaction(function()
    m "list":push { id = 1, v = 0 }
    print(place:get())                                   -- expect: 0
  end)
  print(place:get())                                     -- expect: 20
  m "list":remove(1)
  n:set(3)
  -- expect warning: bind.detached
  isOn:set(false)
  m "list":push { id = 1, v = 1 }
  print(place:get())                                     -- expect: 1
  isOn:set(true)
  print(place:get())                                     -- expect: 30
  b:stop()
end

-- What comes around a place may be without the place itself.
do
  local source, target = bh.bindable(1), bh.bindable { x = 1 }
  local around = bh.bind(source, target "a.b")            -- expect warning: bind.nil_hop
  target:set { a = { q = 1 } }
  print(around "status":get(), target "a.b":get())        -- expect: ok	1
  local m = bh.model("around", { list = { { id = 1 } } })
  local deep = bh.bind(source, m "list":by("id", 1) "y.z", { create = true })
  m "list":set {}
  source:set(2)                                           -- expect warning: bind.detached
  m "list":push { id = 1 }
  print(deep "status":get(), m "list[1].y.z":get())       -- expect: ok	2
end
