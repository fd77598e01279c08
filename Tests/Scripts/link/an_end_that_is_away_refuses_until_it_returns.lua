-- Contract 45, 50, 51: that somebody removes what is bound is no error of the script's, however often is written meanwhile.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, v = 1 } } })
local function show(h, a, b) print(a:get(), b:get(), h "status":get(), h "input":get(), (h "error":get() or {}).id) end
local place = m "list":by("id", 1) "v"
do -- an edit of the other end is refused input
  local field = bh.bindable(0)
  local link = bh.link(place, field)
  m "list":remove(1)
  for i = 1, 12 do field:set(100 + i) end
  show(link, place, field)                       -- expect: 1	112	invalid	112	bind.detached
  m "list":push { id = 1, v = 7 }
  show(link, place, field)                       -- expect: 7	7	ok	nil	nil
  field:set(9)
  show(link, place, field)                       -- expect: 9	9	ok	nil	nil
  link:stop()
end
for _, make in ipairs { bh.link, bh.bind } do -- what the source says is refused, and the source stands
  local source = bh.bindable(1)
  local h = make(source, place)
  m "list":remove(1)
  for i = 1, 12 do source:set(200 + i) end
  show(h, source, place)
  m "list":push { id = 1, v = 7 }
  source:set(5)
  show(h, source, place)
  h:stop()
end
-- expect: 212	1	failed	212	bind.detached
-- expect: 5	5	ok	nil	nil
-- expect: 212	1	failed	212	bind.detached
-- expect: 5	5	ok	nil	nil
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
