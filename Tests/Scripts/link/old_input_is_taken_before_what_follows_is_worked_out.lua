-- Contract 2, 3, 45, 47: refused input that is taken because its validator was asked again is taken before what follows from the source is worked out.
local bh = require "bindhost"
local limit, model, field, text = bh.bindable(10), bh.bindable(10), bh.bindable(0), bh.bindable ""
local seen = {}
bh.link(model, field, { validate = function(v) return v <= limit:get(), "too big" end })
bh.bind(bh.combine({ model, limit }, function(v, max)
  seen[#seen + 1] = v .. " of " .. max
  return seen[#seen]
end), text)
field:set(50)
seen = {}
limit:set(60)
print(text:get(), table.concat(seen, ", ")) -- expect: 50 of 60	50 of 60

-- The validator of another link is asked about that too, and not about what stood before.
local other, edit, asked = bh.bindable(1), bh.bindable(1), {}
local h = bh.link(other, edit, { validate = function(v)
  asked[#asked + 1] = v .. "<=" .. model:get()
  return v <= model:get(), "too big"
end })
edit:set(49)
limit:set(3)
field:set(20)
asked = {}
bh.transaction(function() limit:set(30) edit:set(25) end)
print(model:get(), other:get(), edit:get(), h "status":get(), table.concat(asked, " ")) -- expect: 20	49	25	invalid	25<=20

-- A delivery that changes nothing is no word of the source: what was refused before is asked again, and stands.
local source, head, far, cap = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(10)
bh.bind(source, head)
local link = bh.link(head, far, { validate = function(v) return v <= cap:get(), "too big" end })
local function delivered(max)
  bh.on_error(function() end)
  head:set(2)
  far:set(45)
  bh.transaction(function() cap:set(max) source:set(2) end)
  return head:get(), far:get(), link "status":get(), link "input":get()
end
print(delivered(12)) -- expect: 2	45	invalid	45
source:set(0)
cap:set(10)
print(delivered(100)) -- expect: 45	45	ok	nil
