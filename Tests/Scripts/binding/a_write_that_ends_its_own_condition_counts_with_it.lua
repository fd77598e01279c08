-- Contract 49: a write by hand that ends the condition, which looks at the same value, is written with that end: it stands, of whatever kind.
local bh = require "bindhost"
local kinds = {
  bindable = function() return bh.bindable { mode = "auto", target = 20 } end,
  model = function() return bh.model("m", { mode = "auto", target = 20 }) end,
  state = function() return bh.state("s", { r = { mode = "auto", target = 20 } }, { store = "memory:" }) "r" end,
  element = function() return bh.bindable { l = { { id = 1, mode = "auto", target = 20 } } } "l":by("id", 1) end,
  nested = function() return bh.model("n", { list = { { id = 1, r = { mode = "auto", target = 20 } } } }) "list[1].r" end,
}
for _, kind in ipairs { "bindable", "model", "state", "element", "nested" } do
  local d = kinds[kind]()
  bh.bind(bh.bindable(99), d "target", { when = d "mode":map(function(mode) return mode == "auto" end) })
  local all = { d "target":get() }
  local function try(way, ...)
    d "mode":set "auto"
    d[way](d, ...)
    all[#all + 1] = d "target":get()
  end
  try("update", { mode = "manual", target = 60 })
  local r = d:get()
  r.mode, r.target = "manual", 61
  try("set", r)
  try("modify", function(v)
    v.mode, v.target = "manual", 62
    return v
  end)
  bh.go(function() try("update", { mode = "manual", target = 63 }) end)
  bh.sleep "1ms"
  try("update", { mode = "manual" })
  print(kind, table.concat(all, " "))
end
-- expect: bindable	99 60 61 62 63 63
-- expect: model	99 60 61 62 63 63
-- expect: state	99 60 61 62 63 63
-- expect: element	99 60 61 62 63 63
-- expect: nested	99 60 61 62 63 63

-- Where it does not end with that, it is covered.
local d = bh.bindable { mode = "auto", target = 20 }
bh.bind(bh.bindable(99), d "target", { when = d "mode":map(function(mode) return mode ~= "off" end) })
d:update { mode = "slow", target = 60 }                    -- expect warning: bind.overwritten
d "mode":set "off"
print(d "target":get())                                    -- expect: 20

-- So it is with a source, which tells later what it holds.
for _, optimistic in ipairs { false, true } do
  for _, way in ipairs { "update", "transaction" } do
    local out = { mode = "auto", target = 20 }
    local s = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      out = new
      return true
    end }
    bh.sleep "1ms"
    bh.bind(bh.bindable(99), s "target", { when = s "mode":map(function(mode) return mode == "auto" end) })
    bh.sleep "2ms"
    local before = out.target
    if way == "update" then
      s:update { mode = "manual", target = 60 }
    else
      bh.transaction(function()
        s "mode":set "manual"
        s "target":set(60)
      end)
    end
    bh.sleep "2ms"
    print(optimistic, way, before, s "target":get(), out.target)
  end
end
-- expect: false	update	99	60	60
-- expect: false	transaction	99	60	60
-- expect: true	update	99	60	60
-- expect: true	transaction	99	60	60
