-- Contract 13.
local bh = require "bindhost"
local a, t = bh.bindable(1), bh.bindable(0)
local function wait() bh.sleep(0.001) end
local function id(f, ...) local ok, err = pcall(f, ...) return ok and "no error" or err.id end
local reports = {}
bh.on_error(function(err) reports[#reports + 1] = err.id end)
local function reported() local text = table.concat(reports, " ") reports = {} return text end
print("computed", id(function() bh.computed(wait):get() end))            -- expect: computed	bind.yield
print("map", id(function() a:map(wait):get() end))                       -- expect: map	bind.yield
print("combine", id(function() bh.combine({ a }, wait):get() end))       -- expect: combine	bind.yield
print("to", id(function() a:through { to = wait }:get() end))            -- expect: to	bind.yield
print("from", id(function() a:through { from = wait }:set(2) end))       -- expect: from	bind.yield
print("modify", id(a.modify, a, wait))                                   -- expect: modify	bind.yield
print("equals", id(function() bh.bindable(1, { equals = wait }):set(2) end))  -- expect: equals	bind.yield
local guarded = bh.model("guarded", { f = bh.field { default = 1, check = function(v) return v == 1 or wait() end } })
print("check", id(function() guarded("f"):set(2) end))                         -- expect: check	bind.yield
print("transaction", id(bh.transaction, wait))                           -- expect: transaction	bind.yield
print("untracked", id(bh.untracked, wait))                               -- expect: untracked	bind.yield
bh.bind(a, t, wait)
print("bind", reported())                                                -- expect: bind	bind.yield
a:observe(wait)
print("observe", reported())                                             -- expect: observe	bind.yield
bh.effect(wait)
print("effect", reported())                                              -- expect: effect	bind.yield
bh.scope(function() bh.on_close(wait) end):close()
print("on_close", reported())                                            -- expect: on_close	bind.yield
bh.link(bh.bindable(1), bh.bindable(2), { to = wait })
print("link to", reported())                                             -- expect: link to	bind.yield
local end_of_link = bh.bindable(2)
local link = bh.link(bh.bindable(1), end_of_link, { validate = wait })
end_of_link:set(3)
print("validate", link("status"):get(), reported())                      -- expect: validate	failed	bind.yield
-- also inside a coroutine of its own, and when the observer runs within a task
print("inner", id(function() bh.computed(function() return coroutine.wrap(wait)() end):get() end))  -- expect: inner	bind.yield
local ended
bh.go(function()
  bh.sleep(0)
  a:set(5)
  bh.sleep(0)
  ended = true
end)
while not ended do bh.sleep "1ms" end
print("in a task", reported())                                           -- expect: in a task	bind.yield bind.yield
-- what an observer starts may wait
a:observe(function(v)
  bh.go(function() bh.sleep(0) print("the task of", v) end)
end, { initial = false })
a:set(6)
print(reported())                                                        -- expect: bind.yield bind.yield
-- expect: the task of	6
