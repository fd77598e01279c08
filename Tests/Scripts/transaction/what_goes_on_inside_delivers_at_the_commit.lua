-- Contract 16, 21, 25: resume() inside a transaction, a timer or a task delivers at the commit, and not if there is none;
-- what was written around it stands or falls together.
local bh = require "bindhost"
local a, b, c = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local log = {}
local function told() print(table.concat(log, " ")) log = {} end
local h = a:observe(function(v) log[#log + 1] = v .. "/" .. b:get() end)
local g = bh.bind(a, c)
told()                                             -- expect: 0/0
local function pause() h:pause() g:pause() end
local function go_on() h:resume() g:resume() end

pause()
a:set(1)
print(pcall(bh.transaction, function()
  b:set(5)
  b:modify(function(v) return v + 1 end)
  go_on()
  print(b:get(), #log)                             -- expect: 6	0
  error("no", 0)
end))                                              -- expect: false	no
told()                                             -- expect:
print(b:get(), c:get())                            -- expect: 0	0
bh.transaction(function()
  b:modify(function(v) return v + 1 end)
  go_on()
  b:modify(function(v) return v + 1 end)
end)
told()                                             -- expect: 1/2
print(b:get(), c:get())                            -- expect: 2	1
-- taken back before the commit
pause()
a:set(3)
bh.transaction(function()
  go_on()
  pause()
end)
told()                                             -- expect:
bh.transaction(go_on)
told()                                             -- expect: 3/2
-- a timer
bh.on_error(function(err) print(err.id) end)
pause()
bh.after(0, function()
  b:set(100)
  go_on()
  error("no", 0)
end)
bh.sleep "1ms"                                     -- expect: script.error
told()                                             -- expect:
print(b:get())                                     -- expect: 2
