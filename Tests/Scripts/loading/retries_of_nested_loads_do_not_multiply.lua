-- Contract T-2: what a loadable or job has tried as often as it may is not tried again by whoever passes its error on.
local bh = require "bindhost"
local policy = { max = 2, base = "1ms" }
local asked = 0
local function inner(name, retry)
  return bh.loadable(name, { retry = retry, load = function()
    asked = asked + 1
    return nil, { kind = "network", message = "down" }
  end })
end
local function show(name, x)
  asked = 0
  local value, err = x:await()
  print(name, asked, x "attempts":get(), value, err.kind, err.message, err.retried)
end
local first = inner("first", policy)
show("alone", first)                               -- expect: alone	3	3	nil	network	down	true
print(first "error":get().retried)                 -- expect: true

local second = bh.loadable("second", { retry = policy, load = function() return first:await() end })
show("passed on", second)                          -- expect: passed on	3	1	nil	network	down	true
show("twice", bh.loadable("third", { retry = policy, load = function()
  return second:await()
end }))                                            -- expect: twice	3	1	nil	network	down	true
show("raised", bh.loadable("raised", { retry = policy, load = function()
  return (assert(first:await()))
end }))                                            -- expect: raised	3	1	nil	network	down	true
show("of a task", bh.loadable("task", { retry = policy, load = function()
  local results = bh.all { function() return { first:await() } end }
  return nil, results[1][2]
end }))                                            -- expect: of a task	3	1	nil	network	down	true

-- Of jobs the same, inside and around.
local job = bh.job.every("1h", { immediate = false, retry = policy, run = function()
  asked = asked + 1
  return nil, { kind = "timeout", message = "late" }
end })
job:on_failed(function() end)
show("of a job", bh.loadable("job", { retry = policy, load = function() return job:await() end }))
-- expect: of a job	3	1	nil	timeout	late	true
local around = bh.job.every("1h", { immediate = false, retry = policy, run = function() return first:await() end })
around:on_failed(function() end)
show("in a job", around)                           -- expect: in a job	3	1	nil	network	down	true

-- What tries nothing again leaves that to whoever passes its error on; an error of one's own is tried again, too.
show("once", bh.loadable("once", { retry = policy, load = function()
  return nil, select(2, inner("only once", 0):await())
end }))                                            -- expect: once	3	3	nil	network	down	true
show("own", bh.loadable("own", { retry = policy, load = function()
  local _, err = first:await()
  return nil, { kind = "network", message = "no " .. err.message, cause = err }
end }))                                            -- expect: own	9	3	nil	network	no down	true

-- What was tried once, because its time would not have been enough, was not tried again: that is left to whoever passes it on.
local short = bh.loadable("short", { deadline = "5s", retry = { max = 2, base = "1h" }, load = function()
  asked = asked + 1
  return nil, { kind = "network", message = "down" }
end })
show("too late", short)                            -- expect: too late	1	1	nil	network	down	nil
show("around it", bh.loadable("around it", { retry = policy, load = function() return short:await() end }))
-- expect: around it	3	3	nil	network	down	true
job:stop()
around:stop()
