-- Contract L-14, J-10: a run that passes on that something was called off is no failure, and the next one comes.
local bh = require "bindhost"
local asked = 0
local inner = bh.loadable("inner", { load = function() asked = asked + 1 bh.sleep "1h" end })
-- Called off when it runs, however long that takes.
local function awaitCalledOff()
  local before = asked
  bh.go(function()
    while asked == before do bh.sleep "1ms" end
    inner:cancel()
  end)
  return inner:await()
end
local function declare(name, overlap)
  local runs = 0
  local job
  job = bh.job.every("10ms", { name = name, overlap = overlap, disable_after = 1, from = not overlap and "end" or nil,
    run = function()
      runs = runs + 1
      if runs == 1 then return awaitCalledOff() end
      return runs
    end })
  job:on_failed(function(err) print("failed", err.kind) end)
  local first = select(2, job:await())
  print(name, first and first.kind, job "face":get(), job "failures":get())
  while job "value":get() == nil do bh.sleep "1ms" end
  print(name, job "failures":get(), job "value":get() >= 2, job "error":get())
  job:stop()
end
declare "from the end"      -- expect: from the end	cancelled	idle	0
                            -- expect: from the end	0	true	nil
local runs, job = 0, nil
job = bh.job.every("5ms", { name = "parallel", overlap = 1, disable_after = 1, run = function()
  runs = runs + 1
  if runs > 1 then return runs end
  return awaitCalledOff()
end })
while job "value":get() == nil do bh.sleep "1ms" end
print(job "failures":get(), job "error":get())  -- expect: 0	nil
job:stop()
print(asked)                -- expect: 2
