-- Contract 70: what several callbacks of one wave have written, and what is then as it was, names the line that it has been so since: nobody
-- was told of anything else. So does a place in a list, also one that nobody has looked at before. A touch is told, and leaves no old line.
-- expect: bindable	back	72	72	72
-- expect: bindable	away	77	touched
-- expect: bindable	a place	85	86	66	86
-- expect: bindable	late	85	86	66	86
-- expect: bindable	beside	85	92	66	92
-- expect: bindable	late	85	92	66	92
-- expect: bindable	all of it	85	92	66	92
-- expect: bindable	late	85	92	66	92
-- expect: model	back	72	72	72
-- expect: model	away	77	touched
-- expect: model	a place	85	86	63	86
-- expect: model	late	85	86	63	86
-- expect: model	beside	85	92	63	92
-- expect: model	late	85	92	63	92
-- expect: model	all of it	85	92	63	92
-- expect: model	late	85	92	63	92
-- expect: state	back	72	72	72
-- expect: state	away	77	touched
-- expect: state	a place	85	86	64	86
-- expect: state	late	85	86	64	86
-- expect: state	beside	85	92	64	92
-- expect: state	late	85	92	64	92
-- expect: state	all of it	85	92	64	92
-- expect: state	late	85	92	64	92
-- expect: place	back	72	72	72
-- expect: place	away	77	touched
-- expect: place	a place	85	86	67	86
-- expect: place	late	85	86	67	86
-- expect: place	beside	85	92	67	92
-- expect: place	late	85	92	67	92
-- expect: place	all of it	85	92	67	92
-- expect: place	late	85	92	67	92
-- expect: alike	back	72	72	72
-- expect: alike	away	77	touched
-- expect: alike	a place	85	86	68	86
-- expect: alike	late	85	86	68	86
-- expect: alike	beside	85	92	68	92
-- expect: alike	late	85	92	68	92
-- expect: alike	all of it	85	92	68	92
-- expect: alike	late	85	92	68	92
local bh = require "bindhost"
local function line(ref) return tostring(bh.why(ref)):match "lua:(%d+)" end
local function lines(l) return line(l "[1]"), line(l "[2]"), line(l "[3]"), line(l) end
local function late(l)
  for _ = 1, 2 do
    collectgarbage()
    bh.sleep "1ms"
  end
  return lines(l)
end
local go = bh.bindable(0)
local function wave(...)
  local handles = {}
  for i, fn in ipairs { ... } do handles[i] = go:observe(fn, { initial = false }) end
  go:set(go:get() + 1)
  for _, handle in ipairs(handles) do handle:stop() end
end
local function new() return { 1, 2, 3 } end
local function same(a, b) return bh.json.encode(a) == bh.json.encode(b) end
local free = bh.field { type = "any", default = new() }
local model = bh.model("m", { x = 0, l = free })
local state = bh.state("s", { x = 0, l = free }, { store = "memory:" })
local kinds = {
  { "bindable", bh.bindable(0), bh.bindable(new()) }, { "model", model "x", model "l" }, { "state", state "x", state "l" },
  { "place", bh.bindable { 0 } "[1]", bh.bindable { new() } "[1]" },
  { "alike", bh.bindable(0, { equals = same }), bh.bindable(new(), { equals = same }) },
}
for _, kind in ipairs(kinds) do
  local name, x, l = table.unpack(kind)
  x:set(3)
  wave(function() x:set(4) end, function() x:set(3) end)
  local back = line(x)
  wave(function() x:set(4) end, function() x:set(5) end, function() x:set(3) end)
  print(name, "back", back, line(x), bh.why(x:map(function(v) return v end)).line)
  wave(function() x:set(4) end, function() x:set(5) end)
  local away = line(x)
  wave(
    function() x:set(4) end,
    function() x:touch() end,
    function() x:set(5) end)
  print(name, "away", away, line(x) ~= away and "touched")

  l "[1]":set(7)
  l "[2]":set(8)
  wave(function() l "[1]":set(0) end, function() l "[1]":set(7) end)
  print(name, "a place", lines(l))
  print(name, "late", late(l))
  wave(function() l "[1]":set(0) end, function()
    l "[1]":set(7)
    l "[2]":set(9)
  end)
  print(name, "beside", lines(l))
  print(name, "late", late(l))
  local old = l:get()
  wave(function() l:set { 1 } end, function() l:set(old) end)
  print(name, "all of it", lines(l))
  print(name, "late", late(l))
end
