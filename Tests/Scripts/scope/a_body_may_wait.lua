-- Contract 25, 32: what stands in a task waits, also inside the body of a scope; its caller goes on when the body has ended.
local bh = require "bindhost"
local m = bh.bindable(0)
local function cleanup(name) bh.on_close(function() print(name, "closed") end) end
local done = 0

-- What is made after a wait belongs to the scope too, and so does what is made in a scope inside.
local outer = bh.scope("outer", function()
  cleanup "outer"
  m:observe(function(new) print("m", new) end, { initial = false })
  bh.sleep "1ms"
  local inner = bh.scope("inner", function()
    bh.sleep "1ms"
    cleanup "inner"
    m:set(1)                                            -- expect: m	1
  end)
  print(inner)                                          -- expect: scope(inner)
  local quick = bh.scope("quick", function() cleanup "quick" end)
  coroutine.wrap(function() bh.scope("deep", function() bh.sleep "1ms" cleanup "deep" end) end)()
end)
m:set(2)                                                -- expect: m	2
outer:close()
-- expect: deep	closed
-- expect: quick	closed
-- expect: inner	closed
-- expect: outer	closed
m:set(3)

-- An error after a wait closes the scope and goes on to the caller as it is.
local problem = {}
print(select(2, pcall(bh.scope, "failing", function() cleanup "failing" bh.sleep "1ms" error(problem) end)) == problem)
-- expect: failing	closed
-- expect: true

-- What stands between two waits is one transaction: to the wait of the body, and from its end to the next one.
local sum = bh.combine({ m, m:map(function(v) return -v end) }, function(a, b) return a + b end)
local waves = bh.bindable({ a = 0, b = 0 })
waves:observe(function(new) print("wave", new.a, new.b) end, { initial = false })
local writer = bh.go(function()
  waves "a":set(1)
  local scope <close> = bh.scope(function()
    waves "b":set(1)
    bh.sleep "1ms"                                      -- expect: wave	1	1
    waves "a":set(2)
  end)
  waves "b":set(2)
  done = 1
end)
bh.sleep "20ms"                                         -- expect: wave	2	2
print(done, sum:get())                                  -- expect: 1	0

-- An error that nobody catches takes what was written since the last wait with it.
bh.scope(function()
  bh.on_error(function(err) print(err.message) end)     -- expect: too late
  bh.go(function()
    bh.scope(function() bh.sleep "1ms" waves "a":set(3) error("too late", 0) end)
  end)
end)
bh.sleep "20ms"
print(waves "a":get())                                  -- expect: 2

-- A task that is stopped closes what waits inside, the innermost first.
local stopped = bh.go(function()
  local first <close> = setmetatable({}, { __close = function() print "task" end })
  bh.scope("a", function()
    local second <close> = setmetatable({}, { __close = function() print "body of a" end })
    cleanup "a"
    bh.scope("b", function()
      local third <close> = setmetatable({}, { __close = function() print "body of b" end })
      cleanup "b"
      bh.sleep "1h"
    end)
    print "never"
  end)
end)
bh.sleep "5ms"
stopped:stop()
-- expect: body of b
-- expect: b	closed
-- expect: body of a
-- expect: a	closed
-- expect: task

-- One that ends itself meanwhile goes no further.
local own
own = bh.go(function()
  bh.scope("own", function() cleanup "own" bh.sleep "1ms" own:stop() print "still" end)
  print "never"
end)
bh.sleep "20ms"
-- expect: still
local _, err = pcall(bh.transaction, function() bh.scope(function() bh.sleep "1ms" end) end)
print(err.id)                                           -- expect: bind.yield
-- expect: own	closed
