-- Contract 9: who finds an element by its key, or touches a place, has read nothing of it: what it writes there loses no update.
local bh = require "bindhost"
bh.on_error(function(e) print((e.message:gsub(" was written.*", ""))) end)
local made = 0
local function case(title, first, second)
  made = made + 1
  local m, go = bh.model("m" .. made, { l = { { id = 1, q = 1 } }, map = { k = 1 } }), bh.bindable(0)
  go:observe(function() first(m) end, { initial = false })
  go:observe(function() second(m) end, { initial = false })
  print(title)
  go:set(1)
  print(m "l[1].q":get())
end
local function index(m) m "l[1].q":set(5) end
local function key(m) m "l":by("id", 1):at "q":set(6) end
case("by key", index, key)
case("the whole by key", index, function(m) m "l":by("id", 1):set { id = 1, q = 7 } end)
case("update by key", index, function(m) m "l":by("id", 1):update { q = 8 } end)
case("touch", index, function(m) m "l[1].q":touch() m "l[1].q":set(9) end)
case("after a look", index, function(m)
  local q = m "l":by("id", 1):at "q"
  q:set(q:get() + 1)
end)
-- expect: by key
-- expect: 6
-- expect: the whole by key
-- expect: 7
-- expect: update by key
-- expect: 8
-- expect: touch
-- expect: 9
-- expect: after a look
-- expect: m5.l[id=1].q
-- expect: 2
