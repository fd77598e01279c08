-- Contract J-3: a run that is due while another one runs, counted and never silent.
local bh = require "bindhost"
local job = bh.job
local function busy(name, overlap)
  local log = {}
  local cell = bh.bindable(0)
  local j = job.on(cell, { name = name, overlap = overlap, run = function()
    local number = cell:get()
    log[#log + 1] = "+" .. number
    bh.on_close(function() log[#log + 1] = "-" .. number end)
    bh.sleep("20ms")
    log[#log + 1] = "=" .. number
    return number
  end })
  bh.sleep(0)
  for i = 1, 3 do
    cell:set(i)
    bh.sleep("1ms")
  end
  bh.sleep("80ms")
  print(name, table.concat(log, " "), "skipped " .. j "skipped":get(), "value " .. tostring(j "value":get()))
  j:stop()
end
busy("skip")                 -- expect: skip	+1 =1 -1	skipped 2	value 1
busy("queue", "queue")       -- expect: queue	+1 =1 -1 +3 =3 -3	skipped 1	value 3
busy("replace", "replace")   -- expect: replace	+1 -1 +2 -2 +3 =3 -3	skipped 0	value 3
busy("parallel", 2)          -- expect: parallel	+1 +2 =1 -1 =2 -2	skipped 1	value 2
print(pcall(job.every, "1s", { overlap = "sometimes", run = function() end }))
-- expect: false	bind.argument: overlap_is_skipped_queued_replaced_or_parallel.lua:28: job.every: option 'overlap': "skip", "queue", "replace" or a number of runs expected, got string
