-- Contract 49: after the end of a condition a function works on what is there without the binding: what it changes stands, all else comes back. A
-- value that is given stands as it is, also where the binding had written the same.
local bh = require "bindhost"
local create = { create = true }
local function show(name, d) print(name, bh.json.encode(d:get())) end

local function whole(name, write, how)
  for _, kind in ipairs { "value", "model" } do
    local d = kind == "model" and bh.model(name, { p = bh.field { type = "any", default = { x = 1, y = 2 } } })
      or bh.bindable { p = { x = 1, y = 2 } }
    local on = bh.bindable(true)
    local b = bh.bind(bh.bindable { x = 5, y = 6 }, d "p", { when = on })
    bh.transaction(function()
      if how == "stop" then b:stop() else on:set(false) end
      write(d)
    end)
    show(name, d)
  end
end
whole("update", function(d) d "p":update { y = 12 } end)
-- expect: update	{"p":{"x":1,"y":12}}
-- expect: update	{"p":{"x":1,"y":12}}
whole("stop", function(d) d "p":update { y = 12 } end, "stop")
-- expect: stop	{"p":{"x":1,"y":12}}
-- expect: stop	{"p":{"x":1,"y":12}}
whole("modify", function(d) d "p":modify(function(v) v.y = 12 return v end) end)
-- expect: modify	{"p":{"x":1,"y":12}}
-- expect: modify	{"p":{"x":1,"y":12}}
whole("set", function(d) d "p":set { x = 5, y = 6 } end)
-- expect: set	{"p":{"x":5,"y":6}}
-- expect: set	{"p":{"x":5,"y":6}}

local function place(name, path, write, value)
  local d, on = bh.bindable { p = { x = 1, y = 2 }, l = { 1 } }, bh.bindable(true)
  bh.bind(bh.bindable(value), d:at(path, create), { when = on })
  bh.transaction(function()
    on:set(false)
    write(d)
  end)
  show(name, d)
end
place("around", "p.x", function(d) d "p":set { x = 5, y = 4 } end, 5)  -- expect: around	{"l":[1],"p":{"x":5,"y":4}}
place("without", "p.x", function(d) d "p":set { y = 4 } end, 5)        -- expect: without	{"l":[1],"p":{"y":4}}
place("beside", "p.x", function(d) d "p":update { y = 4 } end, 5)      -- expect: beside	{"l":[1],"p":{"x":1,"y":4}}
place("nil", "p.x", function(d) d "p":set { y = 4 } end, nil)          -- expect: nil	{"l":[1],"p":{"y":4}}
place("behind", "l[2]", function(d) d "l":push(7) end, 5)              -- expect: behind	{"l":[1,7],"p":{"x":1,"y":2}}
place("number", "p.x", function(d) d "p.x":modify(function(v) return v + 1 end) end, 5)
-- expect: number	{"l":[1],"p":{"x":6,"y":2}}

-- Two callbacks of one wave, one of which ends the binding itself.
for _, first in ipairs { true, false } do
  local d, on, go = bh.bindable { x = 1 }, bh.bindable(true), bh.bindable(0)
  local b = bh.bind(bh.bindable(5), d "x", { when = on })
  local function write()
    on:set(false)
    d "x":set(9)
  end
  local function stop() b:stop() end
  go:observe(first and write or stop, { initial = false })
  go:observe(first and stop or write, { initial = false })
  go:set(1)
  show("two", d)
end
-- expect: two	{"x":9}
-- expect: two	{"x":9}
