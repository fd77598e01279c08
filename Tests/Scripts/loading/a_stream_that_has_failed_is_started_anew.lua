-- Contract 2.2 (load, first observer), L-21: a stream that is open and has failed is started anew by whoever asks for it, and
-- by the first who looks; one that is followed is joined.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local function stream(name, options)
  local state = { starts = 0, stops = 0, bad = 1, give = function() end }
  options.retry = 0
  options.transform = function(v)
    if v == state.bad then error "bad" end
    return v
  end
  options.source = bh.stream(function(give)
    state.starts = state.starts + 1
    state.give = give
    give(state.starts)
    return function() state.stops = state.stops + 1 end
  end)
  local x = bh.loadable(name, options)
  local function show(what)
    bh.sleep "2ms"
    wait_for(function() return not (x "face":get()):find "loading" end)
    print(what, state.starts, state.stops, x "face":get(), x "value":get())
  end
  return x, state, show
end
local x, state, show = stream("asked", {})
local handle = x "value":observe(function() end)
show "first"                                     -- expect: first	1	0	failed	nil
x:load()
show "load"                                      -- expect: load	2	1	loaded	2
x:load()
print(x:await())                                 -- expect: 2
show "joined"                                    -- expect: joined	2	1	loaded	2
state.bad = 9
state.give(9)
show "item"                                      -- expect: item	2	1	degraded	2
x:retry()
show "retry"                                     -- expect: retry	3	2	loaded	3
state.give(9)
show "item"                                      -- expect: item	3	2	degraded	3
print(x:await())                                 -- expect: 4
handle:stop()

-- Who leaves and who comes in one turn change nothing.
x, state, show = stream("in one turn", {})
handle = x "value":observe(function() end)
show "first"                                     -- expect: first	1	0	failed	nil
handle:stop()
handle = x "value":observe(function() end)
show "one turn"                                  -- expect: one turn	1	0	failed	nil
handle:stop()

x, state, show = stream("looked at", { linger = "1h" })
handle = x "value":observe(function() end)
show "first"                                     -- expect: first	1	0	failed	nil
handle:stop()
bh.sleep "1ms"
handle = x "value":observe(function() end)
show "looked"                                    -- expect: looked	2	1	loaded	2
handle:stop()
bh.sleep "1ms"
handle = x "value":observe(function() end)
show "followed"                                  -- expect: followed	2	1	loaded	2
x:cancel()
handle:stop()

x, state, show = stream("left alone", { linger = "1h", retry_on_observe = false })
handle = x "value":observe(function() end)
show "first"                                     -- expect: first	1	0	failed	nil
handle:stop()
bh.sleep "1ms"
handle = x "value":observe(function() end)
show "looked"                                    -- expect: looked	1	0	failed	nil
x:cancel()
handle:stop()
wait_for(function() return state.stops == 1 end)
