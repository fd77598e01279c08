-- Contract 31: with its scope, with its handle, by <close>; the counts come back to where they were.
local bh = require "bindhost"
local stats = bh.stats
local a, target = bh.bindable(1), bh.bindable(0)
local function count() return stats().observers end
local before = count()
local scope = bh.scope(function()
  a:observe(function() end)
  bh.bind(a, target)
  bh.bind(a, function() end)
  bh.effect(function() a:get() end)
  bh.link(bh.bindable(1), bh.bindable(2))
  bh.scope(function() a:observe(function() end) end)
end)
print(count() > before + 5)          -- expect: true
scope:close()
print(count() - before)              -- expect: 0
local handles = {}
for i = 1, 100 do handles[i] = a:observe(function() end) end
print(count() - before)              -- expect: 100
for _, h in ipairs(handles) do h:stop() end
do local h <close> = a:observe(function() end) end
pcall(bh.transaction, function() a:observe(function() end) bh.bind(a, bh.bindable(0)) error "no" end)
print(count() - before)              -- expect: 0
