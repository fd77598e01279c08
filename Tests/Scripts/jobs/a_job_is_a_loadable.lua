-- Contract J-10, L-4b: a job has a loadable's cells and methods, runs by its schedule whoever looks, and fails as one.
local bh = require "bindhost"
local n = 0
local sync = bh.job.every("1h", { name = "sync", run = function(fire)
  n = n + 1
  bh.sleep("1ms")
  if n == 2 then return nil, "the other side is asleep" end
  return { round = n, missed = fire.missed, id = #fire.id }
end })
print(sync "face":get(), sync "value":has_value())                    -- expect: idle	false
sync:on_loaded(function(v) print("loaded", v.round, v.missed, v.id) end)
sync:on_failed(function(e) print("failed", e.kind, e.message) end)
local value = sync:await()
print(value.round, sync "face":get(), sync "runs":get())
-- expect: loaded	1	0	16
-- expect: 1	loaded	1
sync:refresh()
print(sync "face":get(), sync "value":get().round)                    -- expect: reloading	1
print(select(2, sync:await()).message)                                -- expect: failed	script	the other side is asleep
-- expect: the other side is asleep
print(sync "face":get(), sync "phase":get(), sync "value":get().round, sync "failures":get())
-- expect: degraded	loaded	1	1
print(sync:match { degraded = function() return "old" end, loaded = function() return "new" end })  -- expect: old
print(sync:match { loaded = function() return "new" end })            -- expect: new
sync:set { round = 0 }
print(sync "value":get().round, sync "face":get())                    -- expect: 0	loaded
bh.sleep(0)                                                           -- expect: loaded	0	nil	nil
sync:load()
sync:cancel()
print(sync "face":get(), sync "runs":get())                           -- expect: loaded	3
print(pcall(function() sync "runs":set(9) end))
-- expect: false	bind.read_only: a_job_is_a_loadable.lua:31: sync.runs is derived and cannot be written
sync:stop()
