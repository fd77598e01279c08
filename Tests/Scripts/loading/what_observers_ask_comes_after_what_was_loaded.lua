-- Contract R-8, L-24, T-1, T-6: what follows from an answer has happened when observers are told of it. What they ask of the
-- loadable then comes after that.
local bh = require "bindhost"
local wait_for = require "_wait_for"

-- A new attempt has its limit of time.
local n = 0
local limited = bh.loadable("limited", { timeout = "20ms", retry = 0, load = function()
  n = n + 1
  if n == 2 then bh.sleep "1h" end
  return n
end })
local handle = limited "value":observe(function(v) if v == 1 and n == 1 then limited:refresh() end end)
wait_for(function() return limited "face":get() == "degraded" end)
print(n, limited "value":get(), limited "error":get().kind)   -- expect: 2	1	timeout
handle:stop()

-- Whoever waits, and every handler, gets what was loaded.
n = 0
local back = bh.loadable("back", { load = function()
  n = n + 1
  bh.sleep "1ms"
  return "v" .. n
end })
back:on_loaded(function(v) print("loaded", v) end):stop()
local loaded = back:on_loaded(function(v) print("loaded", v) end)
handle = back "value":observe(function(v) if v == "v1" then back:reset() end end)
print(back:await())
wait_for(function() return back "value":get() == "v2" end)
-- expect: loaded	v1
-- expect: v1
-- expect: loaded	v2
handle:stop()
loaded:stop()
local set = bh.loadable("set", { load = function()
  bh.sleep "1ms"
  return 1
end })
handle = set "value":observe(function(v) if v == 1 then set:set(100) end end)
set:on_loaded(function(v) print("set", v) end)
print(set:await(), set "value":get())
bh.sleep "1ms"
-- expect: set	1
-- expect: 1	100
-- expect: set	100
handle:stop()
n = 0
local failing = bh.loadable("failing", { retry = 0, load = function()
  n = n + 1
  bh.sleep "1ms"
  if n == 1 then return nil, "down" end
  return n
end })
failing:on_failed(function(err) print("failed", err.message) end)
failing "error":observe(function(err) if err then failing:reset() end end)
print(select(2, failing:await()).message)
-- expect: failed	down
-- expect: down
failing:await()

-- Pages begin at the first again, and go on behind the last.
local function feed(name, options)
  local asked = {}
  options.fresh = "1h"
  options.load = function(ctx)
    asked[#asked + 1] = ctx.page .. ":" .. (ctx.cursor or "-")
    return { n = ctx.cursor or 1 }
  end
  local x = bh.loadable(name, options)
  return x, asked
end
local function next_page(last) return last.n < 4 and last.n + 1 or nil end
local pages, asked = feed("pages", { pages = { next = next_page, max_pages = 2 } })
pages:await()
pages:next()
pages:await()
local is_reset
handle = pages "value":observe(function(v)
  if v and v[1].n == 2 and not is_reset then
    is_reset = true
    pages:reset()
  end
end)
pages:next()
wait_for(function() return is_reset and pages "face":get() == "loaded" end)
print(#pages "value":get(), table.concat(asked, " "))          -- expect: 1	1:- 2:2 3:3 1:-
handle:stop()
local function count(list) return { count = #list } end
local made
made, asked = feed("made", { pages = { next = next_page }, transform = count })
local is_asked
handle = made "value":observe(function(v)
  if v and not is_asked then
    is_asked = true
    print(made:next())                                          -- expect: true
  end
end)
wait_for(function() return made "value":get() and made "value":get().count == 2 end)
print(table.concat(asked, " "))                                 -- expect: 1:- 2:2
handle:stop()

-- The last who looks may leave, alone or with a scope: no timer is left that would keep this script alive.
local polled = bh.loadable("polled", { poll = "1h", load = function() return 1 end })
handle = polled "value":observe(function(v) if v then handle:stop() end end)
local scope
scope = bh.scope("short", function()
  local inner = bh.loadable("inner", { poll = "1h", load = function() return 1 end })
  inner "value":observe(function(v) if v then scope:close() end end)
end)
