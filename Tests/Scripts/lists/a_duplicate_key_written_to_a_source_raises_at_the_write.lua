-- Contract 52, LUA_API bh.each: also where the list is that of a source; nothing is sent or shown.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id) end)
local function id(fn, ...)
  local ok, err = pcall(fn, ...)
  return ok and "written" or err.id
end
for _, optimistic in ipairs { true, false } do
  local outside, sent, confirmed = { { id = 1 }, { id = 2 } }, 0, nil
  local s = bh.source { optimistic = optimistic, get = function() return outside end,
    set = function(new)
      sent = sent + 1
      while confirmed == false do bh.sleep(0) end
      outside = new
      return true
    end }
  local each = bh.each(s, { key = "id", insert = function(_, key) print("insert", key) end })
  s:observe(function(l) print("length", #l) end, { initial = false })
  local function settle() for _ = 1, 5 do bh.sleep(0) end end
  local function ways()
    return id(s.set, s, { { id = 1 }, { id = 1 } }), id(s.push, s, { id = 1 }), id(s.insert, s, 1, { id = 2 }),
      id(function() s "[1]":set { id = 2 } end), id(function() s "[1].id":set(2) end),
      id(s.modify, s, function(l) l[3] = { id = 1 } return l end), id(s.push, s, { name = "no key" })
  end
  -- Whoever waits for the answer, and who does not.
  print(ways())
  bh.go(function() print(ways()) end)
  settle()
  bh.transaction(function() print(ways()) print(#s:get()) end)
  local go = bh.bindable(0)
  local observer = go:observe(function() print(ways()) print(#s:get()) end, { initial = false })
  go:set(1)
  observer:stop()
  settle()
  print(sent, #s:get(), s "$pending":get(), s "$error":get())
  -- One that fits takes its place among those that do not.
  bh.transaction(function() pcall(s.push, s, { id = 1 }) s:push { id = 3 } print(id(s.push, s, { id = 3 })) end)
  settle()
  print(sent, #s:get())
  -- Two callbacks of one wave know nothing of each other: the later one is told, and is not sent.
  local observers = {}
  for i = 1, 2 do observers[i] = go:observe(function() print(id(s.push, s, { id = 4 })) end, { initial = false }) end
  go:set(2)
  for i = 1, 2 do observers[i]:stop() end
  settle()
  print(sent, #s:get())
  -- What is under way may make it fit.
  confirmed = false
  bh.transaction(function() s:remove(4) end)
  bh.transaction(function() print(id(s.push, s, { id = 4 })) print(id(s.push, s, { id = 1 })) end)
  confirmed = true
  settle()
  print(sent, #s:get(), s "[4].id":get())
  -- Bindings and links.
  local from = bh.bindable { { id = 7 }, { id = 7 } }
  local binding = bh.bind(from, s)
  print(binding "status":get())
  binding:stop()
  local edited = bh.bindable {}
  local link = bh.link(s, edited)
  edited:set { { id = 8 }, { id = 8 } }
  print(link "status":get(), #edited:get())
  settle()
  print(sent, #s:get())
  edited:set { { id = 8 } }
  settle()
  print(link "status":get(), sent, #s:get())
  link:stop()
  -- What comes from outside is there; nobody has written it.
  outside = { { id = 9 }, { id = 9 } }
  s:refresh()
  print(#s:get())
  -- Without anybody who looks there is nothing to refuse.
  each:stop()
  print(id(s.push, s, { id = 9 }))
  settle()
  print(sent, #s:get())
end
-- expect: insert	1
-- expect: insert	2
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: 2
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: 2
-- expect: 0	2	0	nil
-- expect: bind.key
-- expect: insert	3
-- expect: length	3
-- expect: 1	3
-- expect: written
-- expect: written
-- expect: insert	4
-- expect: length	4
-- expect: told	bind.key
-- expect: 2	4
-- expect: length	3
-- expect: written
-- expect: bind.key
-- expect: insert	4
-- expect: length	4
-- expect: 4	4	4
-- expect: told	bind.key
-- expect: failed
-- expect: invalid	2
-- expect: 4	4
-- expect: insert	8
-- expect: length	1
-- expect: ok	5	1
-- expect: told	bind.key
-- expect: length	2
-- expect: 2
-- expect: length	3
-- expect: written
-- expect: 6	3
-- expect: insert	1
-- expect: insert	2
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: 2
-- expect: bind.key	bind.key	bind.key	bind.key	bind.key	bind.key	bind.key
-- expect: 2
-- expect: 0	2	0	nil
-- expect: bind.key
-- expect: insert	3
-- expect: length	3
-- expect: 1	3
-- expect: written
-- expect: written
-- expect: insert	4
-- expect: length	4
-- expect: told	bind.key
-- expect: 2	4
-- expect: written
-- expect: bind.key
-- expect: length	3
-- expect: insert	4
-- expect: length	4
-- expect: 4	4	4
-- expect: told	bind.key
-- expect: failed
-- expect: invalid	2
-- expect: 4	4
-- expect: insert	8
-- expect: length	1
-- expect: ok	5	1
-- expect: told	bind.key
-- expect: length	2
-- expect: 2
-- expect: length	3
-- expect: written
-- expect: 6	3
