-- Contract 51, 60: what a binding says of an element that has gone is no fault of the script, in a source as in a bindable: a
-- warning that names the binding, whether it was asked for alone, with others, or by a binding that has ended since.
local bh = require "bindhost"
local tx = bh.transaction
local out = { { id = 1, n = 1 }, { id = 2, n = 2 }, { id = 3, n = 3 } }
local list = bh.source {
  name = "list", get = function() return out end,
  set = function(new)
    bh.sleep "1ms"
    out = new
    return true
  end,
}
repeat bh.sleep "1ms" until list:has_value()
local function settled() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
local says = bh.bindable(10)
local first = bh.bind(says, list:by("id", 3) "n", { name = "third" })
settled()

tx(function()
  list:remove(3)
  says:set(11)
end)
settled()
print("with it", #list:get(), first "status":get())     -- expect: with it	2	failed
-- expect warning: bind.detached
-- expect stderr: in third
first:stop()

local second = bh.bind(says, list:by("id", 2) "n")
settled()
tx(function() list:remove(2) end)
says:set(12)
settled()
print("after it", #list:get(), second "status":get())   -- expect: after it	1	failed
-- expect warning: bind.detached

local third = bh.bind(says, list:by("id", 1) "n")
settled()
tx(function() list:remove(1) end)
says:set(13)
third:stop()
settled()
print("ended", #list:get())                             -- expect: ended	0
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect stderr: in binding bindable → list[id=2].n
-- expect stderr: in binding bindable → list[id=1].n

-- By a link alone, each time; where the owner of the binding hears of it; and beside what is written by hand, which is an error.
local small = { { id = 1, n = 1 }, { id = 2, n = 2 } }
local rest = bh.source {
  name = "rest", get = function() return small end,
  set = function(new)
    bh.sleep "1ms"
    small = new
    return true
  end,
}
repeat bh.sleep "1ms" until rest:has_value()
local function quiet() repeat bh.sleep "1ms" until rest "$pending":get() == 0 end
local edited = bh.bindable(5)
bh.scope("form", function()
  bh.on_error(function(err) print("form", err.id) end)
  bh.link(edited, rest:by("id", 1) "n")
end)
quiet()
tx(function() rest:remove(1) end)
edited:set(6)
edited:set(7)
quiet()
-- expect: form	bind.detached
-- expect: form	bind.detached

local said = bh.bindable(5)
bh.bind(said, rest:by("id", 2) "n", { name = "second" })
quiet()
tx(function() rest:set {} end)
tx(function()
  rest:by("id", 2) "m":set(9)
  said:set(6)
end)
quiet()
print(#rest:get())                           -- expect: 0
-- expect warning: bind.detached
-- expect stderr: in second
-- expect error: bind.detached
-- expect stderr: in set of rest
-- exit: 1
