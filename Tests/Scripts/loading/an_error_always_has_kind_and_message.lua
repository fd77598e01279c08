-- Contract T-3: whatever a loader raises or returns, its error has a kind and a message, and says so as text.
local bh = require "bindhost"
local function try(load)
  local x = bh.loadable("x", { load = load, retry = 0 })
  x:on_failed(function(e) print("on_failed", e.kind, e.message) end)
  local _, err = x:await()
  print("await", err.kind, err.message, x "error":get().kind, x:match { failed = function(e) return e.message end })
  return err
end
print(tostring(try(function() error("boom") end)))
-- expect: on_failed	script	boom
-- expect: await	script	boom	script	boom
-- expect: script.error: an_error_always_has_kind_and_message.lua:10: boom
local raised = { code = 3 }
print(try(function() error(raised) end).cause == raised)
-- expect: on_failed	script	a table: {code = 3}
-- expect: await	script	a table: {code = 3}	script	a table: {code = 3}
-- expect: true
try(function() local nothing return nothing.field end)
-- expect: on_failed	script	attempt to index a nil value (local 'nothing')
-- expect: await	script	attempt to index a nil value (local 'nothing')	script	attempt to index a nil value (local 'nothing')
print(tostring(try(function() return nil, { kind = "http", status = 404 } end)))
-- expect: on_failed	http	http
-- expect: await	http	http	http	http
-- expect: script.error: http
print(try(function() return nil, { code = 7 } end).code)
-- expect: on_failed	script	{code = 7}
-- expect: await	script	{code = 7}	script	{code = 7}
-- expect: 7
local job = bh.job.every("1h", { retry = 0, run = function() error("bad run") end })
job:on_failed(function(e) print("job", e.kind, e.message) end)
job:await()                                                     -- expect: job	script	bad run
job:stop()
