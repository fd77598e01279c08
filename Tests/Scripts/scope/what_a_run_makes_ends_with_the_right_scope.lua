-- Contract 32 c: an effect's run has a scope of its own, closed before the next; what an observer, timer or task registers
-- belongs to the scope in which the observer, timer or task was made.
local bh = require "bindhost"
local a, inner = bh.bindable(1), bh.bindable("x")
local log = {}
local function show(what) print(what, table.concat(log, " ")) log = {} end
local function note(name) return function(v) log[#log + 1] = name .. (v and ":" .. tostring(v) or "") end end
local scope
scope = bh.scope("handlers", function()
  bh.effect(function()
    local v = a:get()
    inner:observe(note("effect" .. v))
    bh.effect(function() log[#log + 1] = "nested" .. v .. inner:get() end)
    bh.after("1h", note "never")
  end)
  show "start"                     -- expect: start	effect1:x nested1x
  inner:set("y") show "inner"      -- expect: inner	effect1:y nested1y
  a:set(2) show "again"            -- expect: again	effect2:y nested2y
  inner:set("z") show "inner"      -- expect: inner	effect2:z nested2z
  -- an observer: what it makes stays until its own scope ends
  a:observe(function(v) inner:observe(note("observer" .. v)) bh.on_close(note("closed" .. v)) end, { initial = false })
  a:set(3) a:set(4)
  log = {}
  inner:set("w") show "observers"  -- expect: observers	observer3:w effect4:w nested4w observer4:w
  bh.after(0, function() inner:observe(note "timer") end)
  bh.go(function()
    inner:observe(note "task")
    bh.sleep(0)
    bh.scope("in task", function() inner:observe(note "scope in task") end)
  end)
  bh.after(0, function() bh.sleep(0) end)
end)
bh.sleep("5ms")
log = {}
inner:set("v") show "all"          -- expect: all	observer3:v effect4:v nested4v observer4:v timer:v task:v scope in task:v
scope:close() show "closed"        -- expect: closed	closed4 closed3
inner:set("u") a:set(9) show "end" -- expect: end
