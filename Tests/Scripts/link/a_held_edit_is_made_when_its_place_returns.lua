-- CONTRACT 46, 51: an edit that is held while the source's place is away is made when that returns.
local bh = require "bindhost"
local m = bh.model("m", { map = bh.field { type = "map", default = { a = 0 } } })
local field = bh.bindable(0)
local link = bh.link(m "map.a", field, { hold_while_editing = true })
local function show() print(m "map.a":get(), field:get(), link "status":get(), (link "error":get() or {}).id) end
m "map":set { b = 1 }
field:set(5)
show()                                         -- expect: 0	5	invalid	bind.detached
m "map":set { a = 0 }
show()                                         -- expect: 5	5	ok	nil
m "map.a":set(7)
show()                                         -- expect: 7	7	ok	nil
-- the model waits, also with what the place brings along
m "map":set {}
field:set(8)
m "map":set { a = 1 }
show()                                         -- expect: 8	8	ok	nil
-- the newest edit counts
m "map":set {}
field:set(9)
bh.transaction(function()
  m "map":set { a = 8 }
  field:set(10)
end)
show()                                         -- expect: 10	10	ok	nil
-- without hold_while_editing the source wins
link:stop()
link = bh.link(m "map.a", field)
m "map":set {}
field:set(11)
m "map":set { a = 10 }
show()                                         -- expect: 10	10	ok	nil
