-- Contract 51: when a lens is made decides nothing: what it shows while its element is away stays if the place does not return.
local bh = require "bindhost"
local m = bh.model("m", { items = { { id = 4, tags = { { x = 1 }, { x = 2 } } } } })
local e = m("items"):by("id", 4)
m "items":set {}
local late = e "tags[2].x"
print(late:get(), late:detached())                                  -- expect: 2	true
late:observe(function(v) print("seen", v) end)                      -- expect: seen	2
m "items":push { id = 4, tags = {} }
print(late:get(), late:detached(), select(2, pcall(late.set, late, 3)).id)   -- expect: 2	true	bind.detached
m "items":set { { id = 4, tags = { { x = 1 }, { x = 5 } } } }       -- expect: seen	5
-- Also where the transaction has taken it away that asks for it.
bh.transaction(function()
  m "items":set {}
  local inside = e "tags[1].x"
  print(inside:get(), inside:detached())                            -- expect: 1	true
end)
print(e "tags[1].x":get(), late:get())                              -- expect: 1	5
-- What a dropped transaction has put there was never there.
local five, tag
pcall(bh.transaction, function()
  m "items":push { id = 5, tags = { "a" } }
  five = m("items"):by("id", 5)
  tag = five "tags[1]"
  print(five "id":get(), tag:get(), tag:detached())                 -- expect: 5	a	false
  error "dropped"
end)
print(five:get(), tag:get(), tag:detached())                        -- expect: nil	nil	true
