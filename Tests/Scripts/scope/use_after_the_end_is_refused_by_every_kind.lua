-- Contract 36: with the name of the thing and of its scope; `stop` and `close` may come at any time.
local bh = require "bindhost"
local a = bh.bindable(1)
local t = {}
local scope = bh.scope("panel", function()
  t.observer = a:observe(function() end)
  t.binding = bh.bind(a, bh.bindable(0), { name = "my binding" })
  t.link = bh.link(bh.bindable(1), bh.bindable(2))
  t.effect = bh.effect(function() a:get() end)
  t.fn = bh.bind(a, function() end)
  t.timer = bh.after("1h", function() end)
  t.job = bh.job.every("1h", { name = "ticker", run = function() end, immediate = false })
  t.label = bh.ui.label "text"
  t.inner = bh.scope("inside", function() t.deep = a:observe(function() end) end)
end)
scope:close()
local function refused(what, f, ...)
  local ok, err = pcall(f, ...)
  if ok or err.id ~= "bind.disposed" then return print(what, ok, err) end
  print(what, (err.message:gsub("%(.-%)", "")))
end
refused("observer", t.observer.resume, t.observer)  -- expect: observer	observer of bindable was used after its scope 'panel' was closed
refused("pause", t.observer.pause, t.observer)      -- expect: pause	observer of bindable was used after its scope 'panel' was closed
refused("binding", t.binding.resume, t.binding)     -- expect: binding	my binding was used after its scope 'panel' was closed
refused("link", t.link.resume, t.link)              -- expect: link	link bindable ↔ bindable was used after its scope 'panel' was closed
refused("effect", t.effect.resume, t.effect)        -- expect: effect	effect was used after its scope 'panel' was closed
refused("function", t.fn.pause, t.fn)               -- expect: function	observer of bindable was used after its scope 'panel' was closed
refused("deep", t.deep.resume, t.deep)              -- expect: deep	observer of bindable was used after its scope 'inside' was closed
refused("job", t.job.refresh, t.job)                -- expect: job	job 'ticker' was used after its scope 'panel' was closed
refused("job cell", function() return t.job "runs" end)        -- expect: job cell	job 'ticker' was used after its scope 'panel' was closed
refused("on_loaded", t.job.on_loaded, t.job, print)            -- expect: on_loaded	job 'ticker' was used after its scope 'panel' was closed
refused("view", function() return t.label "text" end)          -- expect: view	label#_1 was used after its scope 'panel' was closed
refused("show", bh.show, t.label)                              -- expect: show	label#_1 was used after its scope 'panel' was closed
refused("in a view", bh.ui.column, { t.label })                -- expect: in a view	label#_1 was used after its scope 'panel' was closed
for _, name in ipairs { "observer", "binding", "link", "effect", "fn", "timer", "job", "deep" } do t[name]:stop() t[name]:stop() end
t.inner:close() scope:close()
