-- args: --allow-run=true
-- A model that is rolled back, a job that is stopped: their fields stay usable in the hands of a script.
local bh = require "bindhost"
local field, deep, inner
pcall(bh.transaction, function()
  local model = bh.model("gone", { a = 1, b = { c = { d = 2 } } })
  field, deep, inner = model "a", model "b.c.d", model "b"
  error "no"
end)
local value
do
  local job = bh.job.every("1h", { name = "ended", immediate = false, run = function() end })
  value = job "runs"
  job:stop()
end
bh.job.every("1h", { immediate = false, run = function() end }):stop()
for _ = 1, 3 do
  bh.sleep(0)
  collectgarbage()
end
deep:observe(function(v) print("d", v) end)               -- expect: d	2
print(field:set(3), deep:set(4))                           -- expect: d	4
print(field:get(), deep:get(), value:get())                -- expect: true	true
inner:update { c = { d = 7 } }                             -- expect: 3	4	0
print(tostring(field), tostring(deep), tostring(value))    -- expect: d	7
-- expect: Ref(gone.a)	Ref(gone.b.c.d)	Ref(ended.runs)
