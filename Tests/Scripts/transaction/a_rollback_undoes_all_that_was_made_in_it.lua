-- CONTRACT 22: whatever was registered is gone, no setter was started, and what was put away stands again.
local bh = require "bindhost"
local ui, job = bh.ui, bh.job
local a, b, list = bh.bindable(1), bh.bindable(1), bh.bindable { 1 }
local log, calls = {}, 0
local function note(word) return function(v) log[#log + 1] = word .. " " .. tostring(v) end end
local device = bh.source { get = function() return 1 end, set = function() calls = calls + 1 return true end }
local kept = a:observe(note "kept", { initial = false })
local before = bh.stats()
local ok, err = pcall(bh.transaction, function()
  a:observe(note "observer")
  bh.bind(a, b)
  bh.link(a, bh.bindable(0))
  bh.effect(function() note "effect"(a:get()) end)
  bh.each(list, { insert = note "insert" })
  bh.after(0, note "timer")
  bh.go(note "task")
  job.every("1ms", { name = "job", run = note "job" })
  bh.model("made", { x = 1 })
  bh.scope("inner", function() a:observe(note "inner") bh.on_close(note "closed") end)
  bh.show(ui.label { text = a })
  device:set(5)
  kept:stop()
  print(device:get(), calls)                              -- expect: 5	0
  a:set(2)
  error({ "mine" })
end)
print(ok, err[1])                                         -- expect: false	mine
local after = bh.stats()
print(after.jobs - before.jobs, after.tasks - before.tasks)   -- expect: 0	0
print(bh.model("made", { x = 2 }) "x":get())              -- expect: 2
a:set(3) list:push(2)
bh.sleep "20ms"
print(table.concat(log, ", "), calls, device:get(), b:get())  -- expect: closed nil	0	1	1
