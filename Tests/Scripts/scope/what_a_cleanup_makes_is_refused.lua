-- Contract 31, 32, 34, 36: a cleanup belongs to the scope that closes, whoever closes it: what it would make there outlives nothing, and is refused.
local bh = require "bindhost"
local x, again = bh.bindable(0), bh.bindable(0)
local function hear(v) print("heard", v) end
local makers = {
  observe = function() x:observe(hear) end,
  bind = function() bh.bind(x, hear) end,
  link = function() bh.link(x, bh.bindable(0)) end,
  effect = function() bh.effect(function() hear(x:get()) end) end,
  after = function() bh.after(0, hear) end,
  every = function() bh.job.every("1s", hear) end,
  go = function() bh.go(hear) end,
  each = function() bh.each(bh.bindable {}, { insert = hear }) end,
  scope = function() bh.scope("inner", function() x:observe(hear) end) end,
  on_close = function() bh.on_close(hear) end,
  on_error = function() bh.on_error(hear) end,
  label = function() bh.ui.label { text = x } end,
}
local names = {}
for name in pairs(makers) do names[#names + 1] = name end
table.sort(names)
local scope = bh.scope("screen", function()
  bh.on_close(function()
    for _, name in ipairs(names) do
      local made, err = pcall(makers[name])
      print(name, made, err.id, (err.message:gsub("^.* cannot", "cannot")))
    end
    x:set(1)
    print("computed", x:map(function(v) return -v end):get())
  end)
end)
scope:close()
-- expect: after	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: bind	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: each	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: effect	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: every	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: go	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: label	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: link	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: observe	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: on_close	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: on_error	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: scope	false	bind.disposed	cannot be made in scope 'screen', which is closing
-- expect: computed	-1

-- Each cleanup of an effect is of the run that ends; what it raises is told, and the next run comes all the same.
bh.on_error(function(err) print("told", err.id) end)
local effect = bh.effect(function()
  local n = again:get()
  print("run", n)
  return function() x:observe(hear) end
end)
again:set(1)
effect:stop()
-- expect: run	0
-- expect: run	1
-- expect: told	bind.disposed
-- expect: told	bind.disposed

-- So are that of an element of a list, and what a task closes.
local list = bh.bindable { 1, 2 }
local outer = bh.scope("outer", function()
  bh.each(list, { insert = function(_, key) bh.on_close(function() print("item", pcall(x.observe, x, hear)) end) end })
  bh.go(function()
    local _ <close> = setmetatable({}, { __close = function() print("close", (pcall(x.observe, x, hear))) end })
    bh.sleep "1h"
  end)
end)
bh.sleep(0)
list:set { 2 }
outer:close()
-- expect: item	false	bind.disposed: what_a_cleanup_makes_is_refused.lua:64: observer of bindable cannot be made in scope 'value 1', which is closing
-- expect: close	false
-- expect: item	false	bind.disposed: what_a_cleanup_makes_is_refused.lua:64: observer of bindable cannot be made in scope 'value 2', which is closing
x:set(2)
bh.sleep(0)
print(bh.stats().observers)  -- expect: 0
