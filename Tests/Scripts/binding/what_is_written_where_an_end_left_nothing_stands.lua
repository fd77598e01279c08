-- Contract 49, 50: what is written by hand after the end of a binding stands, also where that had made the place and what is around it.
local bh = require "bindhost"
local create = { create = true }
local function bound(base, path, options)
  local d = bh.bindable(base)
  local when = bh.bindable(true)
  return d, bh.bind(bh.bindable(9), d:at(path, create), { when = when, priority = options and options.priority })
end
local function shown(name, d) print(name, bh.json.encode(d:get())) end

local d, h = bound({ items = { 1 } }, "items[2]")
bh.after("1ms", function()
  h:stop()
  d "items":push(5)
end)
bh.sleep "2ms"
shown("element", d)                                        -- expect: element	{"items":[1,5]}

d, h = bound({ z = 1 }, "x.y")
bh.transaction(function() h:stop() d:at("x.y", create):set(5) end)
shown("place", d)                                          -- expect: place	{"x":{"y":5},"z":1}
d, h = bound({ z = 1 }, "x.y")
bh.transaction(function() h:stop() d:at("x.y", create):set(9) end)
shown("as it was", d)                                      -- expect: as it was	{"x":{"y":9},"z":1}
d, h = bound({ z = 1 }, "x.y")
bh.transaction(function() h:stop() d:update { x = { y = 5 } } end)
shown("update", d)                                         -- expect: update	{"x":{"y":5},"z":1}
d, h = bound({ z = 1 }, "x.y")
bh.transaction(function() h:stop() d:set { z = 2, x = { y = 5, k = 1 } } end)
shown("all", d)                                            -- expect: all	{"x":{"k":1,"y":5},"z":2}
d, h = bound({ z = 1 }, "x.y")
bh.transaction(function() h:stop() d:at("x.k", create):set(5) end)
shown("beside", d)                                         -- expect: beside	{"x":{"k":5},"z":1}

-- two of them, and a scope
d, h = bound({ z = 1 }, "x.y", { priority = 1 })
local above = bh.bind(bh.bindable(8), d:at("x.y", create), { when = bh.bindable(true), priority = 2 })
bh.transaction(function() above:stop() d:at("x.y", create):set(5) h:stop() end)
shown("two", d)                                            -- expect: two	{"x":{"y":5},"z":1}
local scope = bh.scope(function() d, h = bound({ z = 1 }, "x.y") end)
local go = bh.bindable(0)
go:observe(function()
  scope:close()
  d:at("x.y", create):set(5)
end, { initial = false })
go:set(1)
shown("observer", d)                                       -- expect: observer	{"x":{"y":5},"z":1}

-- The same where the condition ends, and what was there has gone before.
d = bh.bindable { z = 1 }
local when = bh.bindable(true)
bh.bind(bh.bindable(9), d:at("x.y", create), { when = when })
bh.transaction(function()
  when:set(false)
  d:set { z = 1 }
  d:at("x.y", create):set(5)
end)
shown("condition", d)                                      -- expect: condition	{"x":{"y":5},"z":1}
