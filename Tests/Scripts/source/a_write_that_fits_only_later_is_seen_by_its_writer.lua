-- Contract 9, 52: what is written to a list that is watched by keys is judged where it is written and before it is sent. Whoever has written
-- it reads it, also where only a write under way, or what another callback has written, decides whether it fits.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id) end)
local outside, sent, isOpen = { { id = 1 }, { id = 4 } }, 0, false
local s = bh.source { get = function() return outside end,
  set = function(new)
    sent = sent + 1
    while not isOpen do bh.sleep(0) end
    outside = new
    return true
  end }
local each = bh.each(s, { key = "id" })
local function settle() for _ = 1, 8 do bh.sleep(0) end end
local function length(l) return #l end
local function look(what) print(what, #s:get(), s "[1].id":get(), s:map(length):get()) end
local function id(fn, ...)
  local ok, err = pcall(fn, ...)
  return ok and "written" or err.id .. ": " .. err.message:match "the same id.*"
end
local function write()
  print(id(s.push, s, { id = 4 }))
  look "one"
  s:push { id = 5 }
  look "two"
  bh.transaction(function() s:push { id = 6 } look "three" end)
  look "three"
  -- What is refused is refused for itself.
  print(id(s.push, s, { id = 1 }))
  print(id(s.push, s, { id = 4 }))
  look "still"
end
bh.transaction(function() s:remove(2) end)
bh.transaction(write)
isOpen = true
settle()
print(sent, #s:get(), #outside)
-- In an observer.
isOpen, outside = false, { { id = 1 }, { id = 4 } }
s:refresh()
bh.transaction(function() s:remove(2) end)
local go = bh.bindable(0)
local observer = go:observe(write, { initial = false })
go:set(1)
observer:stop()
isOpen = true
settle()
print(sent, #s:get(), #outside)
-- What another callback of the wave has written is not seen, and not judged by whoever comes later.
s:set { { id = 1 } }
settle()
local observers = {}
for i = 1, 2 do
  observers[i] = go:observe(function()
    print(i, id(s.modify, s, function(l) l[#l + 1] = { id = i == 1 and 2 or 1 } return l end))
    look(i)
  end, { initial = false })
end
go:set(2)
settle()
print(#s:get(), #outside)
for i = 1, 2 do observers[i]:stop() end
-- A transaction raises where it stands.
for i = 1, 2 do
  observers[i] = go:observe(function()
    print(i, id(bh.transaction, function() s:modify(function(l) l[#l + 1] = { id = 4 - i } return l end) end))
  end, { initial = false })
end
go:set(3)
settle()
print(#s:get(), #outside)
for i = 1, 2 do observers[i]:stop() end
each:stop()
-- expect: written
-- expect: one	3	1	3
-- expect: two	4	1	4
-- expect: three	5	1	5
-- expect: three	5	1	5
-- expect: bind.key: the same id, 1
-- expect: bind.key: the same id, 4
-- expect: still	5	1	5
-- expect: 2	4	4
-- expect: written
-- expect: one	3	1	3
-- expect: two	4	1	4
-- expect: three	5	1	5
-- expect: three	5	1	5
-- expect: bind.key: the same id, 1
-- expect: bind.key: the same id, 4
-- expect: still	5	1	5
-- expect: 4	4	4
-- expect: 1	written
-- expect: 1	2	1	2
-- expect: 2	written
-- expect: 2	2	1	2
-- expect: told	bind.key
-- expect: 2	2
-- expect: 1	written
-- expect: 2	bind.key: the same id, 2
-- expect: 3	3
