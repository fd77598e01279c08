-- Contract 28: what a handler of errors writes is its own and says nothing of who has raised: after ten errors in a row that is suspended.
local bh = require "bindhost"
local count, seen, suspended = bh.bindable(0), bh.bindable(0), 0
bh.on_error(function(e)
  if e.id == "bind.suspended" then suspended = suspended + 1 end
  count:modify(function(n) return n + 1 end)
end)
local function raise(v) if v > 0 then error("bad", 0) end end
local function try(name, make)
  local a, before = bh.bindable(0), count:get()
  make(a)
  for i = 1, 15 do a:set(i) end
  print(name, count:get() - before, suspended)
end
try("observe", function(a) a:observe(raise) end)                               -- expect: observe	11	1
try("effect", function(a) bh.effect(function() raise(a:get()) end) end)        -- expect: effect	11	2
try("bind", function(a) bh.bind(a, raise) end)                                 -- expect: bind	11	3
try("transaction", function(a)
  a:observe(function(v)
    bh.transaction(function()
      seen:set(v)
      raise(v)
    end)
  end)
end)                                                                           -- expect: transaction	11	4
try("on_close", function(a)
  bh.effect(function()
    bh.on_close(function() seen:set(seen:peek() + 1) end)
    raise(a:get())
  end)
end)                                                                           -- expect: on_close	11	5
try("scope", function(a)
  a:observe(function(v) bh.scope(function() raise(v) end) end)
end)                                                                           -- expect: scope	11	6

-- So it is where the handler writes what the observer looks at: it ends.
bh.scope(function()
  local a = bh.bindable(0)
  bh.on_error(function() a:modify(function(v) return v + 1 end) end)
  a:observe(raise)
  print(pcall(a.set, a, 1))                                                    -- expect: true	true
  print(a:get())                                                               -- expect: 12
end)

-- What an observer has written itself, and could be applied, was no error.
local good = bh.bindable(0)
local before = count:get()
good:observe(function(v)
  if v % 3 == 0 then seen:set(v) else raise(v) end
end)
for i = 1, 30 do good:set(i) end
print(count:get() - before, suspended)                                         -- expect: 20	6
