-- Contract 50, 51: a write to an element that is not there, and will not be when what is under way has come about, is refused where it
-- stands, also among other writes; and a binding knows at once that its place is away. What is under way may bring the
-- element: then it is written.
local bh = require "bindhost"
local tx = bh.transaction
bh.on_error(function(err) print("reported", err.id) end)
local out = { { id = 1, n = 1 } }
local list = bh.source {
  name = "list", optimistic = true, get = function() return out end,
  set = function(new)
    bh.sleep "1ms"
    out = new
    return true
  end,
}
repeat bh.sleep "1ms" until list:has_value()
local function settled() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
local function show(what) print(what, bh.json.encode(list:get())) end

tx(function() list:push { id = 2, n = 2 } end)
print(pcall(tx, function()
  print(select(2, pcall(function() list:by("id", 3) "n":set(3) end)).id)
  list:by("id", 1) "n":set(10)
  print((pcall(function() list:by("id", 4) "n":set(4) end)))
  list:by("id", 2) "n":set(20)
  show "inside"
end))
-- expect: bind.detached
-- expect: false
-- expect: inside	[{"id":1,"n":10},{"id":2,"n":20}]
-- expect: true
settled()
show "after"                                 -- expect: after	[{"id":1,"n":10},{"id":2,"n":20}]

-- A binding hears at once that its place is away, and so does a link, whose edit is made when it returns.
local says, edited = bh.bindable(5), bh.bindable(6)
local binding = bh.bind(says, list:by("id", 2) "n")
local link = bh.link(edited, list:by("id", 1) "n")
settled()
tx(function() list:set {} end)
tx(function()
  says:set(7)
  edited:set(8)
end)
print(binding "status":get(), link "status":get())   -- expect: reported	bind.detached
-- expect: reported	bind.detached
-- expect: failed	failed
tx(function() list:set { { id = 1, n = 6 }, { id = 2, n = 5 } } end)
settled()
show "returned"                              -- expect: returned	[{"id":1,"n":8},{"id":2,"n":7}]
print(edited:get())                          -- expect: 8

-- What is under way brings the element, though it is not shown yet.
local kept = { { id = 1, n = 1 } }
local slow = bh.source {
  name = "slow", get = function() return kept end,
  set = function(new)
    bh.sleep "1ms"
    kept = new
    return true
  end,
}
repeat bh.sleep "1ms" until slow:has_value()
tx(function() slow:push { id = 2, n = 2 } end)
print(pcall(tx, function() slow:by("id", 2) "n":set(20) end))  -- expect: true
repeat bh.sleep "1ms" until slow "$pending":get() == 0
print(bh.json.encode(slow:get()))            -- expect: [{"id":1,"n":1},{"id":2,"n":20}]
