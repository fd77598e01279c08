-- Contract 21–25, C-2, W-1: what a transaction, handler or observer asks of a loadable begins at its commit, with its
-- writes, and never if it fails; reads inside see it.
local bh = require "bindhost"
local loads = 0
local l = bh.loadable("l", { fresh = "1h", load = function() loads = loads + 1 return loads end })
local a = bh.bindable(1)
local both = bh.combine({ l "value", a }, function(x, y) return tostring(x) .. "/" .. y end)
local function send(new) print("send", new) return true end
local function add(by) return { apply = function(base) return base + by end, send = send } end

-- Nothing of it stands when it fails.
local refused = pcall(bh.transaction, function()
  l:set(42)
  print("inside", l "value":get(), l "face":get(), both:get(), l:match { loaded = function(v) return v end })
  l:write(add(1))
  print("inside", l "value":get())
  l:reset()
  print("inside", l "value":get(), l "face":get())
  l:load()
  print("inside", l "face":get())
  l:cancel()
  l:on_loaded(function(v) print("never", v) end)
  l:refresh()
  error "no"
end)
-- expect: inside	42	loaded	42/1	42
-- expect: inside	43
-- expect: inside	nil	idle
-- expect: inside	loading
print(refused, l "value":get(), l "face":get())                       -- expect: false	nil	idle
for _ = 1, 5 do bh.sleep(0) end
print(loads, l "face":get())                                          -- expect: 0	idle

-- Where it ends well, each observer hears of all of it once.
both:observe(function(v) print("both", v) end, { initial = false })
l "value":observe(function(v) print("value", v, a:get()) end, { initial = false })
print(l:await())                                                      -- expect: value	1	1
-- expect: both	1/1
-- expect: 1
bh.transaction(function()
  a:set(2)
  l:set(10)
  l:write(add(5))
  print("inside", both:get())                                         -- expect: inside	15/2
  a:set(3)
end)
-- expect: value	15	3
-- expect: both	15/3
for _ = 1, 5 do bh.sleep(0) end                                       -- expect: send	15

-- A part that is taken back takes along what it asked for.
bh.transaction(function()
  l:set(20)
  print(pcall(bh.transaction, function() l:set(30) l:write(add(1)) error("inner", 0) end))
  print("inside", l "value":get())
  l:write(add(2))
  print("inside", l "value":get())
end)
-- expect: false	inner
-- expect: inside	20
-- expect: inside	22
-- expect: value	22	3
-- expect: both	22/3
for _ = 1, 5 do bh.sleep(0) end                                       -- expect: send	22

-- Handlers and observers.
local over = 0
bh.on_error(function(err) print("on_error", err.message:match "[^ ]+$") over = over + 1 end)
bh.after(0, function() a:set(50) l:set(51) l:write(add(1)) print("inside", both:get()) error "timer" end)
-- expect: inside	52/50
while over < 1 do bh.sleep(0) end                                     -- expect: on_error	timer
bh.after(0, function() a:set(60) l:set(61) print("inside", both:get()) a:set(62) over = over + 1 end)
while over < 2 do bh.sleep(0) end                                     -- expect: inside	61/60
-- expect: value	61	62
-- expect: both	61/62
local x = bh.bindable(0)
x:observe(function(v)
  if v == 0 then return end
  l:write(add(v))
  print("observer", l "value":get())
  if v == 2 then error "observer" end
end)
x:set(2)                                                              -- expect: observer	63
-- expect: on_error	observer
x:set(3)                                                              -- expect: observer	64
-- expect: value	64	62
-- expect: both	64/62
for _ = 1, 5 do bh.sleep(0) end                                       -- expect: send	64

-- A task: what it asks for is there before it waits, and whoever waits in it gets what it has set.
bh.go(function()
  l:set(70)
  print("task", l:await())
  pcall(bh.transaction, function() l:refresh() error "no" end)
  print("task", l "face":get(), loads)
  l:refresh()
  print("task", l "face":get(), loads)
  print("task", l:await())
  over = over + 1
end)
while over < 4 do bh.sleep(0) end
-- expect: value	70	62
-- expect: both	70/62
-- expect: task	70
-- expect: task	loaded	1
-- expect: task	reloading	1
-- expect: value	2	62
-- expect: both	2/62
-- expect: task	2

-- What is refused is told at once.
local held = bh.loadable("held", { initial = 1, fresh = "always", load = function() return 1 end })
bh.transaction(function()
  local busy = { apply = function(v) return v + 1 end, send = function() return true end, order = "reject" }
  print(held:write(busy))                                             -- expect: true
  local ok, err = held:write(busy)
  print(ok, err.id)                                                   -- expect: nil	source.busy
end)
local ok, err = pcall(function() bh.computed(function() held:set(1) end):get() end)
print(ok, err.id)                                                     -- expect: false	bind.pure
