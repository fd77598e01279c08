-- Contract L-24: a page that is on its way when all are loaded anew comes after that; one that is still to come is dropped with
-- what goes before it.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local down
local function feed(name)
  local asked = {}
  local x = bh.loadable(name, { fresh = "1h", retry = 0,
    load = function(ctx)
      bh.sleep "2ms"
      asked[#asked + 1] = ctx.cursor or 1
      if down then return nil, "down" end
      return { n = ctx.cursor or 1 }
    end,
    pages = { next = function(last) return last.n + 1 end } })
  local function show(what, count)
    wait_for(function() return x "face":get() ~= "reloading" and #(x "value":get() or {}) == count end)
    bh.sleep "10ms"
    print(what, x "face":get(), #(x "value":get() or {}), table.concat(asked, " "))
    asked = {}
  end
  x:await()
  return x, show
end
local x, show = feed("feed")
show("first", 1)                                 -- expect: first	loaded	1	1
x:next()
bh.sleep "1ms"
x:refresh()
show("next, refresh", 2)                         -- expect: next, refresh	loaded	2	1 2
x:next()
x:refresh()
x:refresh()
show("in one turn", 3)                           -- expect: in one turn	loaded	3	1 2 3
x:refresh()
x:next()
show("refresh, next", 4)                         -- expect: refresh, next	loaded	4	1 2 3 4
x:next()
bh.sleep "1ms"
x:cancel()
x:refresh()
show("next, cancel, refresh", 4)                 -- expect: next, cancel, refresh	loaded	4	1 2 3 4
down = true
x:next()
x:refresh()
wait_for(function() return x "face":get() == "degraded" end)
down = false
x:refresh()
show("next, refresh that fails", 4)              -- expect: next, refresh that fails	loaded	4	1 1 2 3 4

-- Forgotten before it begins, it is not fetched.
x, show = feed("forgotten")
show("first", 1)                                 -- expect: first	loaded	1	1
local handle
handle = x:on_loaded(function()
  handle:stop()
  x:reset()
end)
x:refresh()
x:next()
wait_for(function() return x "face":get() == "idle" end)
show("reset", 0)                                 -- expect: reset	idle	0	1
