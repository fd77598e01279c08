-- Contract 10, 11, 49: bindings that go round take back what their wave has written; what was made in it is delivered all the
-- same, and what has ended in it hands its target on.
local bh = require "bindhost"
bh.on_error(function(err) print("reported", err.id) end)
local new = bh.bindable
local function ring()
  local a, b, go = new(0), new(0), new(0)
  bh.bind(a, b, { map = function(v) return v + go:peek() end })
  bh.bind(b, a)
  go:set(1)
  return a
end
local function cycle(body)
  local done, err = pcall(bh.transaction, body)
  print(done or err.id)
end

local a, s, t, binding = ring(), new(7), new(0)
cycle(function() binding = bh.bind(s, t) a:set(1) end)          -- expect: bind.cycle
print(t:get(), binding "status":get())                          -- expect: 7	ok

a, t = ring(), new(0)
cycle(function() binding = bh.link(s, t) a:set(1) end)          -- expect: bind.cycle
print(s:get(), t:get(), binding "status":get())                 -- expect: 7	7	ok

t = new(0)
cycle(function()                                                -- expect: bind.cycle
  local one, other = new(0), new(0)
  bh.bind(one, other, { map = function(v) return v + 1 end })
  bh.bind(other, one, { map = function(v) return v + 1 end })
  binding = bh.bind(s, t)
end)
print(t:get(), binding "status":get())                          -- expect: 7	ok

a, t = ring(), new(-1)
local ends = bh.bind(new(300), t, { when = new(true) })
cycle(function() ends:stop() a:set(1) end)                      -- expect: bind.cycle
print(t:get())                                                  -- expect: -1

a, t = ring(), new(-1)
bh.bind(new(100), t, { priority = 1 })
ends = bh.bind(new(300), t, { priority = 3 })
cycle(function() ends:stop() a:set(1) end)                      -- expect: bind.cycle
print(t:get())                                                  -- expect: 100
