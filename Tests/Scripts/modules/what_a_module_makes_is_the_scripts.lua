-- Contract 32 a, API "every script that requires it shares it": what a module makes lives as long as the script, whoever was the
-- first to require it.
local bh = require "bindhost"
local function followed(name)
  local m = require(name)
  m.n "n":set(5)
  return table.concat(m.seen, " "), m.handle:info().stopped
end
local inner
bh.scope(function()
  require "_followed"
  inner = bh.bindable(1):observe(function() end)
end):close()
print(followed "_followed")                  -- expect: 0 5	false
print(select(2, pcall(inner.info, inner)).id)  -- expect: bind.disposed
local x = bh.bindable(0)
bh.effect(function()
  x:get()
  require "_followed_too"
end)
x:set(1)
print(followed "_followed_too")              -- expect: 0 5	false
-- expect: module closed
-- expect: module closed
