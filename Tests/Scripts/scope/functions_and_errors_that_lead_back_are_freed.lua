-- Contract 32: a function of `equals` that mentions what is made of its cell, the check of a field, and the last error of a handle that
-- has stopped keep no cell, whose value leads to them, for ever. As long as somebody has them they tell what they told.
-- expect: an own map	0
-- expect: an own place	0
-- expect: its value too	0
-- expect: a field	0
-- expect: a field that is computed	0
-- expect: a field's default	0
-- expect: a field in a cell in its default	0
-- expect: a field in its choices	0
-- expect: what was declared	it	kept	1
-- expect: what was to choose from	true	nil	it
-- expect: an observer's error	0
-- expect: a binding's error	0
-- expect: a binding's error that was asked for	0
-- expect: a function's error	0
-- expect: a refused input	0
-- expect: a target that nobody has	0
-- expect: a default	0
-- expect: that of a binding	0
-- expect: a place that has gone	0
-- expect: what was there	gone	it
-- expect: kept	asked	200	no	it
-- expect: checked	nil	too great
local bh = require "bindhost"
local function collect()
  for _ = 1, 6 do
    bh.sleep "1ms"
    collectgarbage()
  end
end
local function left(make)
  local weak = setmetatable({}, { __mode = "v" })
  for i = 1, 10 do
    local token = { i }
    weak[i] = token
    make(token)
  end
  collect()
  local count = 0
  for _ in pairs(weak) do count = count + 1 end
  return count
end

print("an own map", left(function(token)
  local cell, map
  cell = bh.bindable(1, { equals = function(a, b) return token[a] == map end })
  map = cell:map(function(v) return v end)
  map:get()
  cell:set(2)
end))
print("an own place", left(function(token)
  local cell, place
  cell = bh.bindable({ x = 1 }, { equals = function(a, b) return token == place end })
  place = cell "x"
  place:set(2)
end))
print("its value too", left(function(token)
  local cell, map
  cell = bh.bindable(1, { equals = function(a, b) return token == map end })
  map = cell:map(function(v) return v end)
  cell:set { map, cell, function() return token end }
end))
print("a field", left(function(token)
  local cell = bh.bindable()
  cell:set { bh.field { default = 1, check = function() return cell, token end } }
end))
print("a field that is computed", left(function(token)
  local cell
  cell = bh.computed(function() return bh.field { default = 1, check = function() return cell, token end } end)
  cell:get()
end))
print("a field's default", left(function(token)
  local field
  field = bh.field { type = "any", default = { f = function() return field, token end } }
end))
print("a field in a cell in its default", left(function(token)
  local cell = bh.bindable()
  local field = bh.field { type = "any", default = { cell, { cell, function() return token end } } }
  cell:set { field }
end))
print("a field in its choices", left(function(token)
  local field
  local function choice() return field, token end
  field = bh.field { type = "any", default = choice, one_of = { choice, 1 } }
end))
do
  local function it() return "it" end
  local cell = bh.bindable(1)
  local fields = bh.bindable { bh.field { type = "any", default = { f = it, cells = { cell } } }, bh.field { default = 1 } }
  collect()
  local model = bh.model("declared", { f = fields:get()[1], n = fields:get()[2] })
  local value = model "f":get()
  print("what was declared", value.f(), value.f == it and value.cells[1] == cell and "kept", model "n":get())
  local choices = bh.bindable { bh.field { type = "any", default = 1, one_of = { it, 1 } } }
  collect()
  local chosen = bh.model("chosen", { c = choices:get()[1] }) "c"
  collect()
  print("what was to choose from", chosen:set(it), (chosen:set(2)), chosen:get()())
end

local function quiet(fn)
  bh.scope(function()
    bh.on_error(function() end)
    fn()
  end)
end
local function raising(cell, token)
  return function(v)
    if type(v) == "number" and v > 1 then error { message = "no", cell = cell, inside = function() return token end } end
    return v
  end
end
print("an observer's error", left(function(token)
  local cell, other = bh.bindable(), bh.bindable(1)
  quiet(function()
    local handle = other:observe(raising(cell, token))
    other:set(2)
    cell:set(handle)
    handle:stop()
  end)
end))
print("a binding's error", left(function(token)
  local cell, other, target = bh.bindable(), bh.bindable(1), bh.bindable(0)
  quiet(function()
    local handle = bh.bind(other, target, { map = raising(cell, token) })
    other:set(2)
    handle:stop()
    cell:set(handle)
  end)
end))
print("a binding's error that was asked for", left(function(token)
  local cell, other, target = bh.bindable(), bh.bindable(1), bh.bindable(0)
  quiet(function()
    local handle = bh.bind(other, target, { map = raising(cell, token) })
    other:set(2)
    cell:set { handle, handle "error", (handle "status"):get() }
    handle:stop()
    assert((handle "error"):get().cause.inside() == token)
  end)
end))
print("a function's error", left(function(token)
  local cell, other = bh.bindable(), bh.bindable(1)
  quiet(function()
    local handle = bh.bind(other, raising(cell, token))
    other:set(2)
    handle:stop()
    assert((handle "error"):get().cause.cell == cell)
    cell:set(handle)
  end)
end))
print("a refused input", left(function(token)
  local cell, source, target = bh.bindable(), bh.bindable(1), bh.bindable(0)
  local handle = bh.link(source, target, { from = function() return nil, "no" end })
  target:set { handle, cell, function() return token end }
  cell:set(handle)
  handle:stop()
end))
-- What leads nowhere is in nobody's way.
print("a target that nobody has", left(function(token)
  local cell = bh.bindable(1)
  local handle = bh.bind(cell, bh.bindable(0))
  handle:stop()
  cell:set { handle, function() return token end }
end))

print("a default", left(function(token)
  local cell
  cell = bh.bindable():default { function() return token, cell end }
  cell:get()
end))
print("that of a binding", left(function(token)
  local cell, target = bh.bindable(), bh.bindable(1)
  local handle
  handle = bh.bind(bh.bindable(2), target, { default = { function() return token, handle, cell end } })
  cell:set(handle)
  handle:stop()
end))
print("a place that has gone", left(function(token)
  local cell = bh.bindable()
  local place = cell "a.g"
  cell:set { a = { g = { function() return token, place end } } }
  place:get()
  cell:set {}
end))
do
  local cell = bh.bindable { a = { g = { function() return "it" end } } }
  local place = cell "a.g"
  place:get()
  cell:set {}
  collect()
  print("what was there", cell:get().a == nil and "gone", place:get()[1]())
end

local asked
local cell = bh.bindable(1, {
  equals = function(a, b)
    asked = "asked"
    return math.abs(a - b) < 100
  end,
})
local same = cell:map(function(v) return v end)
local failed = bh.bindable(1)
local handle
quiet(function()
  handle = bh.bind(failed, function(v) if v > 1 then error { message = "no", what = { "it" } } end end)
  failed:set(2)
  handle:stop()
end)
local box = bh.bindable { bh.field { default = 1, check = function(v) return v < 10, "too great" end } }
collect()
cell:set(50)
cell:set(200)
local err = (handle "error"):get()
print("kept", asked, same:get(), err.cause.message, err.cause.what[1])
local model = bh.model("checked", { n = box:get()[1] })
local done, refusal = (model "n"):set(20)
print("checked", done, refusal.message:match "too great")
