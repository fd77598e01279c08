-- Contract 33: also what a debounce, a throttle or a timer still held for it; of several observers only the stopped one.
local bh = require "bindhost"
local a = bh.bindable(0)
local log = {}
local function watch(name, cell) return cell:observe(function(v) log[#log + 1] = name .. v end, { initial = false }) end
local slow, throttled = a:debounce "5ms", a:throttle "5ms"
local stopped = { watch("stopped", slow), watch("stopped", throttled), watch("stopped", slow:map(tostring)) }
local scope = bh.scope(function() watch("closed", slow) watch("closed", throttled) end)
local target = bh.bindable("kept")
stopped[4] = bh.bind(slow, target, { initial = false })
watch("slow", slow)
a:set(1)
a:set(2)
log = {}
for _, h in ipairs(stopped) do h:stop() end
scope:close()
bh.sleep "20ms"
print(table.concat(log, " "), target:get())   -- expect: slow2	kept
-- all of them stopped: nothing is left that would keep the script alive
local lonely = bh.bindable(0)
local h = watch("lonely", lonely:debounce "1h")
lonely:set(1)
h:stop()
