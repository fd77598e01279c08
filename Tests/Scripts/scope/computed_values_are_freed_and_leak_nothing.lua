-- Contract 32 b: cells, Refs and computed values own nothing. What handlers make and drop is collected, also when it was
-- looked at, has a ring of references through its closure, or failed; what a live edge reaches stays.
local bh = require "bindhost"
local m = bh.model("m", { n = 0, list = { 1, 2, 3 } })
local weak, made = setmetatable({}, { __mode = "v" }), 0
local function alive()
  for _ = 1, 4 do bh.sleep "1ms" collectgarbage() end
  local count = 0
  for _ in pairs(weak) do count = count + 1 end
  return count
end
-- a closure's upvalue says whether the function is still held
local function held(cell_of)
  local token = {}
  made = made + 1
  weak[made] = token
  return (cell_of(function(v) return token and v end))
end
local function make(v)
  held(function(f) return m("n"):map(f) end):get()
  held(function(f) return bh.combine({ m "n" }, f) end):get()
  held(function(f) return m("n"):through { to = f, from = f } end):get()
  held(function(f) return bh.computed(function() return f(m("n"):get()) end) end):get()
  held(function(f) return m("n"):map(f):map(f):default(1) end):get()
  held(function(f) return bh.bindable(f) end):get()
  held(function(f) return bh.bindable(1, { equals = f }) end):set(2)
  -- a ring through the closure, one that fails, one that depends on itself
  local own
  own = held(function(f) return bh.computed(function() return f(own) and m("n"):get() end) end)
  own:get()
  pcall(function() held(function(f) return bh.computed(function() f() error "no" end) end):get() end)
  local ring
  ring = held(function(f) return bh.computed(function() f() return ring:get() end) end)
  pcall(ring.get, ring)
  -- looked at for a while, and by what a closed scope and a stopped handle owned
  held(function(f) return m("n"):map(f) end):observe(function() end):stop()
  bh.scope(function() held(function(f) return m("n"):map(f) end):observe(function() end) end):close()
  bh.bind(held(function(f) return m("n"):map(f) end), bh.bindable(v)):stop()
end
m("n"):observe(make)
for i = 1, 20 do m("n"):set(i) end
print(made > 250, alive())                       -- expect: true	0
-- tasks, timers and transactions that failed
bh.go(function() make(1) end)
bh.after(0, function() make(1) end)
pcall(bh.transaction, function() make(1) error "rolled back" end)
bh.sleep("5ms")
print(alive())                                    -- expect: 0
-- what a live edge reaches stays, though no script variable holds it
do
  local cell = held(function(f) return m("n"):map(f):map(function(v) return v * 2 end) end)
  cell:observe(function(v) print("still looked at", v) end)  -- expect: still looked at	40
end
print(alive())                                    -- expect: 1
m("n"):set(21)                                    -- expect: still looked at	42
print(alive())                                    -- expect: 1
