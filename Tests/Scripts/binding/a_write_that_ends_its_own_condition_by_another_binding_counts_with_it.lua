-- Contract 49: a write by hand that ends the condition by what another binding hands on is written with that end: it stands, of whatever kind.
local bh = require "bindhost"
local kinds = {
  bindable = function() return bh.bindable { on = true, target = 20 } end,
  model = function() return bh.model("m", { on = true, target = 20 }) end,
  state = function() return bh.state("s", { on = true, target = 20 }, { store = "memory:" }) end,
  inner = function() return bh.state("i", { r = { on = true, target = 20 } }, { store = "memory:" }) "r" end,
  element = function() return bh.bindable { l = { { id = 1, on = true, target = 20 } } } "l":by("id", 1) end,
  nested = function() return bh.model("n", { list = { { id = 1, r = { on = true, target = 20 } } } }) "list[1].r" end,
}
for _, kind in ipairs { "bindable", "model", "state", "inner", "element", "nested" } do
  local d, on = kinds[kind](), bh.bindable(true)
  bh.bind(d "on", on)
  bh.bind(bh.bindable(99), d "target", { when = on })
  local all = { d "target":get() }
  local function try(way, ...)
    d "on":set(true)
    d[way](d, ...)
    all[#all + 1] = d "target":get()
  end
  try("update", { on = false, target = 60 })
  local r = d:get()
  r.on, r.target = false, 61
  try("set", r)
  try("modify", function(v)
    v.on, v.target = false, 62
    return v
  end)
  bh.go(function() try("update", { on = false, target = 63 }) end)
  bh.sleep "1ms"
  bh.go(function()
    try("modify", function(v)
      v.on, v.target = false, 64
      return v
    end)
  end)
  bh.sleep "1ms"
  try("update", { on = false })
  print(kind, table.concat(all, " "))
end
-- expect: bindable	99 60 61 62 63 64 64
-- expect: model	99 60 61 62 63 64 64
-- expect: state	99 60 61 62 63 64 64
-- expect: inner	99 60 61 62 63 64 64
-- expect: element	99 60 61 62 63 64 64
-- expect: nested	99 60 61 62 63 64 64

-- In an observer too, and where a state is removed.
local watched, go = bh.model("watched", { on = true, target = 20 }), bh.bindable(0)
local on = bh.bindable(true)
bh.bind(watched "on", on)
bh.bind(bh.bindable(99), watched "target", { when = on })
go:observe(function()
  watched:modify(function(v)
    v.on, v.target = false, 65
    return v
  end)
end, { initial = false })
go:set(1)
print(watched "target":get())                              -- expect: 65
local removed = bh.state("removed", { on = false, target = 5 }, { store = "memory:" })
removed:set { on = true, target = 20 }
local lasts = bh.bindable(true)
bh.bind(removed "on", lasts)
bh.bind(bh.bindable(99), removed "target", { when = lasts })
local before = removed "target":get()
removed:set(nil)
print(before, removed "target":get())                      -- expect: 99	5

-- A write before that is covered by the binding, whose condition still held.
local d
d, on = bh.bindable { on = true, target = 20 }, bh.bindable(true)
bh.bind(d "on", on)
bh.bind(bh.bindable(99), d "target", { when = on })
bh.transaction(function()
  d "target":set(60)                                       -- expect warning: bind.overwritten
  d "on":set(false)
end)
print(d "target":get())                                    -- expect: 20

-- So it is with a source, whenever that tells what it holds.
for _, optimistic in ipairs { false, true } do
  for _, way in ipairs { "update", "set", "transaction", "before" } do
    local out = { on = true, target = 20 }
    local s = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      out = new
      return true
    end }
    local function settle()
      repeat bh.sleep "1ms" until s "$pending":get() == 0
    end
    bh.sleep "1ms"
    local own = bh.bindable(true)
    bh.bind(s "on", own)
    bh.bind(bh.bindable(99), s "target", { when = own })
    settle()
    local before = out.target
    if way == "before" then
      bh.transaction(function()
        s "target":set(60)
        own:set(false)                                     -- expect warning: bind.overwritten
      end)
    elseif way == "transaction" then
      bh.transaction(function()
        s "on":set(false)
        s "target":set(60)
      end)
    else
      s[way](s, { on = false, target = 60 })
    end
    settle()
    print(optimistic, way, before, out.target)
  end
end
-- expect: false	update	99	60
-- expect: false	set	99	60
-- expect: false	transaction	99	60
-- expect: false	before	99	20
-- expect: true	update	99	60
-- expect: true	set	99	60
-- expect: true	transaction	99	60
-- expect: true	before	99	20
-- expect warning: bind.overwritten
