-- Contract 37, 51: a link whose target is not there yet begins when that comes: the source wins. What comes once more and brings another value along is
-- an edit.
local bh = require "bindhost"
local m = bh.model("m", { l = { { id = 1, v = "one" } }, any = bh.field { type = "any", default = bh.record {} } })
bh.on_error(function() end)
local function try(source, target, bring)
  local link = bh.link(source, target)
  print(link "status":get(), link "error":get().id)
  bring()
  print(source:get(), target:get(), link "status":get())
end
local keyed = bh.bindable "mine"
try(keyed, m "l":by("id", 4) "v", function() m "l":insert(2, { id = 4, v = "four" }) end)
-- expect: failed	bind.detached
-- expect: mine	mine	ok
try(bh.bindable "second", m "any.deep.x", function() m "any":set { deep = { x = "X" } } end)
-- expect: failed	bind.nil_hop
-- expect: second	second	ok
try(bh.bindable "third", m "l[3].v", function() m "l":insert(3, { id = 5, v = "five" }) end)
-- expect: failed	bind.nil_hop
-- expect: third	third	ok

m "l":remove(2)
keyed:set "while it is away"
m "l":insert(2, { id = 4, v = "brought along" })
print(keyed:get(), m "l[2].v":get())  -- expect: brought along	brought along
-- A source that comes later wins over nothing and is followed.
local follower = bh.bindable "its own"
bh.link(m "l":by("id", 7) "v", follower)
m "l":insert(4, { id = 7, v = "seven" })
print(follower:get())                 -- expect: seven
