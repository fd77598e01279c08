-- Contract J-3: a run that is due while another one runs, counted and never silent.
local bh = require "bindhost"
local job = bh.job
-- Whoever runs does so until all three have come; `count` entries of the log are the end.
local function busy(name, count, overlap)
  local log, held = {}, true
  local cell = bh.bindable(0)
  local j = job.on(cell, { name = name, overlap = overlap, run = function()
    local number = cell:get()
    log[#log + 1] = "+" .. number
    bh.on_close(function() log[#log + 1] = "-" .. number end)
    while held do bh.sleep("1ms") end
    log[#log + 1] = "=" .. number
    return number
  end })
  bh.sleep(0)
  for i = 1, 3 do
    cell:set(i)
    bh.sleep("1ms")
  end
  held = false
  while #log < count or j "face":get() ~= "loaded" do bh.sleep("1ms") end
  bh.sleep("5ms")
  print(name, table.concat(log, " "), "skipped " .. j "skipped":get(), "value " .. tostring(j "value":get()))
  j:stop()
end
busy("skip", 3)                 -- expect: skip	+1 =1 -1	skipped 2	value 1
busy("queue", 6, "queue")       -- expect: queue	+1 =1 -1 +3 =3 -3	skipped 1	value 3
busy("replace", 7, "replace")   -- expect: replace	+1 -1 +2 -2 +3 =3 -3	skipped 0	value 3
busy("parallel", 6, 2)          -- expect: parallel	+1 +2 =1 -1 =2 -2	skipped 1	value 2
print(pcall(job.every, "1s", { overlap = "sometimes", run = function() end }))
-- expect: false	bind.argument: overlap_is_skipped_queued_replaced_or_parallel.lua:31: job.every: option 'overlap': "skip", "queue", "replace" or a number of runs expected, got string
